package dev.tengen.planes.catalog;

import static dev.tengen.board.Color.WHITE;
import static dev.tengen.testing.Diagrams.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlphaZeroTest {
    private static final int COLOR_PLANE = 16;

    private static Game empty(int size) {
        return new Game(Setup.empty(Grid.square(size)), Rules.TROMP_TAYLOR);
    }

    private static List<String> planes(Game game) {
        return DrawnPlanes.of("alphazero-17", game);
    }

    @Test
    void encode_start_isZeroButForTheColor() {
        List<String> planes = planes(empty(2));

        assertThat(planes.subList(0, COLOR_PLANE)).containsOnly("00/00");
    }

    @Test
    void encode_blackToMove_hasAColorPlaneOfOnes() {
        assertThat(planes(empty(2)).get(COLOR_PLANE)).isEqualTo("11/11");
    }

    @Test
    void encode_whiteToMove_hasAColorPlaneOfZeros() {
        assertThat(planes(play(empty(2), "A1")).get(COLOR_PLANE)).isEqualTo("00/00");
    }

    @Test
    void encode_twoPlays_showsTheBoardFromTheSideOfThePlayerToMove() {
        List<String> planes = planes(play(empty(2), "A2 B1"));

        assertThat(planes.subList(0, 2)).containsExactly("10/00", "00/01");
    }

    @Test
    void encode_threePlays_turnsAllBoardsToThePlayerToMove() {
        List<String> planes = planes(play(empty(3), "A3 C1 B2"));

        assertThat(planes.subList(0, 8))
                .containsExactly(
                        "000/000/001", "100/010/000", // White's stones, Black's stones
                        "000/000/001", "100/000/000",
                        "000/000/000", "100/000/000",
                        "000/000/000", "000/000/000");
    }

    @Test
    void encode_pass_repeatsTheBoard() {
        List<String> planes = planes(play(empty(2), "A2 pass pass"));

        assertThat(planes.subList(0, 8))
                .containsExactly("00/00", "10/00", "00/00", "10/00", "00/00", "10/00", "00/00", "00/00");
    }

    @Test
    void encode_capture_showsTheCapturedStoneOneBoardAgo() {
        List<String> planes = planes(play(Diagrams.game(". X O . ."), "D1"));

        assertThat(planes.subList(0, 4)).containsExactly("00000", "01010", "00100", "01000");
    }

    @Test
    void encode_suicide_showsTheChainOneBoardAgo() {
        Game game = Diagrams.game("""
                X . O
                O O O
                . . .
                """);

        List<String> planes = planes(play(game, "B3"));

        assertThat(planes.subList(0, 4)).containsExactly("001/111/000", "000/000/000", "001/111/000", "100/000/000");
    }

    @Test
    void encode_setup_isTheOldestBoard() {
        List<String> planes = planes(play(Diagrams.game("X . O .", Rules.TROMP_TAYLOR, WHITE), "D1"));

        assertThat(planes.subList(0, 6)).containsExactly("1000", "0011", "1000", "0010", "0000", "0000");
    }

    @Test
    void encode_moreThanEightBoards_showsTheLastEight() {
        Game game = play(empty(3), "A1 A3 B1 B3 C1 C3 A2 pass pass");
        game.resume();

        List<String> planes = planes(game);

        assertThat(planes.subList(14, 16)).containsExactly("100/000/000", "000/000/100");
    }

    @Test
    void encode_takenBackMove_isNotSeen() {
        Game game = play(empty(3), "A1 A3 B1");
        game.undo();

        assertThat(planes(game)).isEqualTo(planes(play(empty(3), "A1 A3")));
    }

    @Test
    void encode_finishedGame_isSeenByThePlayerWhoWouldMove() {
        List<String> planes = planes(play(empty(2), "A2 pass pass"));

        assertThat(planes.get(COLOR_PLANE)).isEqualTo("00/00");
    }

    @Test
    void encode_twiceWithOneInstance_isTheSame() {
        Game game = play(empty(3), "A1 A3 B1");
        Encoding encoding = Encodings.named("alphazero-17", game.grid()).orElseThrow();

        assertThat(encoding.observation(game)).isEqualTo(encoding.observation(game));
    }

    @Test
    void encode_anyGame_leavesItUnchanged() {
        Game game = play(empty(3), "A1 A3 B1");
        long before = game.stateHash();

        planes(game);

        assertThat(game.stateHash()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource({"1, 3", "2, 9", "9, 173", "19, 768", "25, 1329"})
    void byteCount_square_isSeventeenPlanesInWholeBytes(int size, int expected) {
        assertThat(AlphaZero.SPEC_17.byteCount(Grid.square(size))).isEqualTo(expected);
    }

    @Test
    void spec_planes_areNamedInOrder() {
        assertThat(AlphaZero.SPEC_17.planes())
                .extracting(EncodingSpec.Feature::name)
                .hasSize(17)
                .startsWith("own_0", "opponent_0", "own_1")
                .endsWith("opponent_7", "black_to_move");
    }

    @Test
    void encode_historyOfTwoBoards_isTheFirstFourPlanesAndTheColor() {
        Game game = play(empty(3), "A3 C1 B2");
        List<String> full = planes(game);

        assertThat(DrawnPlanes.of("alphazero:history=2", game))
                .containsExactly(full.get(0), full.get(1), full.get(2), full.get(3), full.get(COLOR_PLANE));
    }

    @Test
    void encode_historyOfEightBoards_isTheDefault() {
        Game game = play(empty(3), "A3 C1 B2 pass A1 pass pass");

        assertThat(DrawnPlanes.of("alphazero:history=8", game)).isEqualTo(planes(game));
    }

    @Test
    void spec_historyOfOneBoard_hasNoHistoryToMiss() {
        EncodingSpec spec = Encodings.spec("encoding", "alphazero:history=1");

        assertThat(spec.missingHistory()).isEqualTo(MissingHistory.NONE);
        assertThat(spec.planeCount()).isEqualTo(3);
    }
}
