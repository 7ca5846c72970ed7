package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Setup;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GameRecordTest {
    private static String moves(GameRecord record) {
        StringBuilder moves = new StringBuilder();
        for (RecordedMove move : record.moves()) {
            moves.append(moves.isEmpty() ? "" : " ")
                    .append(Color.name(move.color()).charAt(0))
                    .append(':')
                    .append(record.grid().name(move.move()));
        }
        return moves.toString();
    }

    private static String stones(GameRecord record) {
        return "X" + record.setup().black() + " O" + record.setup().white();
    }

    private static int playerToMove(String sgf) throws SgfException {
        return GameRecord.parse(sgf).setup().playerToMove();
    }

    @Test
    void parse_emptyNode_isAnEmptyBoardWithNothingRecorded() throws SgfException {
        GameRecord record = GameRecord.parse("(;)");

        assertThat(record.grid()).isEqualTo(Grid.square(19));
        assertThat(record.setup().isEmpty()).isTrue();
        assertThat(record.setup().playerToMove()).isEqualTo(Color.BLACK);
        assertThat(record.moves()).isEmpty();
        assertThat(record.handicap()).isZero();
        assertThat(record.komi()).isEmpty();
        assertThat(record.result()).isEmpty();
        assertThat(record.rules()).isEmpty();
        assertThat(record.blackPlayer()).isEmpty();
        assertThat(record.whitePlayer()).isEmpty();
    }

    @Test
    void parse_gameInformation_isKeptAsRecorded() throws SgfException {
        GameRecord record = GameRecord.parse("(;KM[6.5]RU[ AGA ]PB[Honinbo\nShusaku]PW[a\\]b]RE[B+R])");

        assertThat(record.komi()).hasValue(6.5);
        assertThat(record.rules()).contains("AGA");
        assertThat(record.blackPlayer()).contains("Honinbo Shusaku");
        assertThat(record.whitePlayer()).contains("a]b");
        assertThat(record.result()).contains("B+R");
    }

    @Test
    void parse_gameInformationInALaterNode_isFound() throws SgfException {
        GameRecord record = GameRecord.parse("(;PB[a];B[aa](;PB[b]PW[c]RE[B+1]W[bb])(;RE[B+2]))");

        assertThat(record.blackPlayer()).contains("a");
        assertThat(record.whitePlayer()).contains("c");
        assertThat(record.result()).contains("B+1");
    }

    @ParameterizedTest
    @CsvSource({"9, 9x9", "1, 1x1", "25, 25x25", "' 13 ', 13x13", "7:9, 7x9", "19:19, 19x19", "'2 : 1', 2x1"})
    void parse_size_isColumnsThenRows(String size, String grid) throws SgfException {
        assertThat(GameRecord.parse("(;SZ[" + size + "])").grid()).hasToString(grid);
    }

    @Test
    void parse_moves_areColumnThenRowFromTheTop() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9];B[aa];W[ia];B[ai];W[hb];B[ ee ])")))
                .isEqualTo("B:A9 W:J9 B:A1 W:H8 B:E5");
    }

    @Test
    void parse_movesOnARectangle_useBothSizes() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[7:3];B[gc];W[ga])"))).isEqualTo("B:G1 W:G3");
    }

    @Test
    void parse_mainLine_isTheFirstOfAllVariations() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee];B[ff]))")))
                .isEqualTo("B:A9 W:B8 B:C7");
    }

    @Test
    void parse_moveInTheRoot_isTheFirstMove() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9]B[aa];W[bb])"))).isEqualTo("B:A9 W:B8");
    }

    @Test
    void parse_bothColorsInOneNode_areTwoMovesInTheOrderOfTheText() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9];W[bb]B[aa];B[cc]W[dd])"))).isEqualTo("W:B8 B:A9 B:C7 W:D6");
    }

    @Test
    void parse_movesOutOfTurn_areKept() throws SgfException {
        GameRecord record = GameRecord.parse("(;SZ[9];B[aa];B[bb];W[aa];W[])");

        assertThat(moves(record)).isEqualTo("B:A9 B:B8 W:A9 W:pass");
    }

    @ParameterizedTest
    @ValueSource(strings = {"19", "9", "7:19", "19:1"})
    void parse_emptyOrTtOnAnOrdinaryBoard_isAPass(String size) throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[" + size + "];B[];W[tt];B[ ])")))
                .isEqualTo("B:pass W:pass B:pass");
    }

    @Test
    void parse_ttOnAGreaterBoard_isAPoint() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[20];B[tt])"))).isEqualTo("B:U1");
    }

    @Test
    void parse_ttOnABoardThatIsGreaterOneWayOnly_isOutside() {
        assertThatThrownBy(() -> GameRecord.parse("(;SZ[20:19];B[tt])"))
                .hasMessage("line 1, column 14: B: move 1: point \"tt\" is outside the 20x19 board");
    }

    @Test
    void parse_setup_takesPointsAndRectangles() throws SgfException {
        assertThat(stones(GameRecord.parse("(;SZ[5]AB[aa][ba:ca]AW[ab:bc])")))
                .isEqualTo("X[A5, B5, C5] O[A4, B4, A3, B3]");
    }

    @Test
    void parse_rectangleFromAnyCorner_isTheSame() throws SgfException {
        assertThat(stones(GameRecord.parse("(;SZ[5]AB[cb:ba]AW[ad:bc])")))
                .isEqualTo("X[B5, C5, B4, C4] O[A3, B3, A2, B2]");
    }

    @Test
    void parse_setupInSeveralNodes_writesOver() throws SgfException {
        String sgf = "(;SZ[5]AB[aa:ea];AE[aa][ba]AW[ca];AB[ca]AW[aa]AE[ed];B[cc])";

        assertThat(stones(GameRecord.parse(sgf))).isEqualTo("X[C5, D5, E5] O[A5]");
    }

    @Test
    void parse_setupInTheNodeOfTheFirstMove_comesFirst() throws SgfException {
        GameRecord record = GameRecord.parse("(;SZ[5];B[cc]AB[aa]AW[bb])");

        assertThat(stones(record)).isEqualTo("X[A5] O[B4]");
        assertThat(moves(record)).isEqualTo("B:C3");
    }

    @Test
    void parse_emptyOrRepeatedSetupPoints_changeNothing() throws SgfException {
        assertThat(stones(GameRecord.parse("(;SZ[5]AB[][aa][aa]AW[ ]AE[])"))).isEqualTo("X[A5] O[]");
    }

    @Test
    void parse_setupAfterAMoveInAVariation_doesNotMatter() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[5];B[aa](;W[bb])(;AB[cc]))"))).isEqualTo("B:A5 W:B4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"W", "w", " White ", "white"})
    void parse_playerProperty_saysWhoMovesFirst(String player) throws SgfException {
        assertThat(playerToMove("(;SZ[5]PL[" + player + "])")).isEqualTo(Color.WHITE);
        assertThat(playerToMove("(;SZ[5]PL[" + player + "];B[aa])")).isEqualTo(Color.WHITE);
    }

    @Test
    void parse_playerPropertyInSeveralNodes_lastBeforeTheFirstMoveCounts() throws SgfException {
        assertThat(playerToMove("(;SZ[5]PL[W];PL[B];W[aa];B[bb]PL[W])")).isEqualTo(Color.BLACK);
    }

    @Test
    void parse_playerPropertyBesideTheFirstMove_countsIfItNamesTheMover() throws SgfException {
        assertThat(playerToMove("(;SZ[9]HA[2]AB[cc][gg];PL[B]B[aa])")).isEqualTo(Color.BLACK);
        assertThat(playerToMove("(;SZ[9];B[aa]PL[W];W[bb]PL[B])")).isEqualTo(Color.BLACK);
        assertThat(playerToMove("(;SZ[9]PL[W];W[aa]PL[B])")).isEqualTo(Color.WHITE);
    }

    @Test
    void parse_handicapWithStones_letsWhiteMoveFirst() throws SgfException {
        assertThat(playerToMove("(;SZ[9]HA[2]AB[cc][gg])")).isEqualTo(Color.WHITE);
        assertThat(playerToMove("(;SZ[9]HA[2];AB[cc][gg];B[aa])")).isEqualTo(Color.WHITE);
        assertThat(playerToMove("(;SZ[9]HA[2]AB[cc][gg]PL[B])")).isEqualTo(Color.BLACK);
    }

    @Test
    void parse_stonesWithoutHandicap_letWhoeverMovedMoveFirst() throws SgfException {
        assertThat(playerToMove("(;SZ[9]AB[cc][gg])")).isEqualTo(Color.BLACK);
        assertThat(playerToMove("(;SZ[9]AB[cc][gg];B[aa])")).isEqualTo(Color.BLACK);
        assertThat(playerToMove("(;SZ[9]AB[cc][gg];W[aa])")).isEqualTo(Color.WHITE);
        assertThat(playerToMove("(;SZ[9]HA[1]AB[cc];W[aa])")).isEqualTo(Color.WHITE);
    }

    @Test
    void parse_handicapStonesPlayedAsMoves_areMoves() throws SgfException {
        GameRecord record = GameRecord.parse("(;SZ[9]HA[2];B[cc];B[gg];W[aa])");

        assertThat(record.handicap()).isEqualTo(2);
        assertThat(record.setup().playerToMove()).isEqualTo(Color.BLACK);
        assertThat(moves(record)).isEqualTo("B:C7 B:G3 W:A9");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 0", "' 0 ', 0", "'', 0"})
    void parse_handicapBelowTwo_needsNoStones(String recorded, int handicap) throws SgfException {
        assertThat(GameRecord.parse("(;HA[" + recorded + "])").handicap()).isEqualTo(handicap);
    }

    @Test
    void parse_playerPropertyAmongTheMoves_doesNotMatter() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9];B[aa]PL[W];PL[B];B[bb];W[cc];PL[B])")))
                .isEqualTo("B:A9 B:B8 W:C7");
    }

    @ParameterizedTest
    @CsvSource({
        "6.5, 6.5",
        "6.50, 6.5",
        "0.500000, 0.5",
        "'7,5', 7.5",
        "7, 7",
        "7., 7",
        ".5, 0.5",
        "+5.5, 5.5",
        "-59.5, -59.5",
        "-0, 0",
        "0.00, 0",
        "' 6.5 ', 6.5",
        "1000, 1000",
        "-1000, -1000",
        "361, 361"
    })
    void parse_komi_isRead(String recorded, double komi) throws SgfException {
        OptionalDouble read = GameRecord.parse("(;KM[" + recorded + "])").komi();

        assertThat(read).isEqualTo(OptionalDouble.of(komi));
    }

    /** The server Fox writes hundredths of points, and of stones under Chinese rules. */
    @ParameterizedTest
    @CsvSource({"375, 7.5", "275, 5.5", "325, 6.5", "650, 6.5", "750, 7.5", "550, 5.5", "50, 0.5", "0, 0", "6.5, 6.5"})
    void parse_komiOfFox_isInHundredths(String recorded, double komi) throws SgfException {
        assertThat(GameRecord.parse("(;KM[" + recorded + "]AP[GNU Go:3.8]RE[B+R]AP[foxwq])")
                        .komi())
                .isEqualTo(OptionalDouble.of(komi));
    }

    @Test
    void parse_blankGameInformation_isAbsent() throws SgfException {
        GameRecord record = GameRecord.parse("(;KM[]HA[]RE[ ]RU[]PB[\n]PW[];PB[x])");

        assertThat(record.komi()).isEmpty();
        assertThat(record.result()).isEmpty();
        assertThat(record.rules()).isEmpty();
        assertThat(record.blackPlayer()).contains("x");
        assertThat(record.whitePlayer()).isEmpty();
    }

    @Test
    void parse_propertySaidTwiceAlike_isTolerated() throws SgfException {
        assertThat(GameRecord.parse("(;KM[6.5]SZ[9]SZ[9]KM[6.5])").komi()).hasValue(6.5);
    }

    @Test
    void parse_laterGames_areNotRead() throws SgfException {
        assertThat(moves(GameRecord.parse("(;SZ[9];B[aa])(;GM[12]SZ[99]["))).isEqualTo("B:A9");
    }

    @Test
    void constructor_moveOutsideTheGrid_throws() {
        assertThatThrownBy(() -> record(0, OptionalDouble.empty(), List.of(new RecordedMove(Color.BLACK, 82))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("move 1 is 82, outside [0, 81]");
    }

    @Test
    void constructor_komiOfAQuarter_throws() {
        assertThatThrownBy(() -> record(0, OptionalDouble.of(3.75), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("komi 3.75 is not a multiple of 0.5 within [-1000, 1000]");
    }

    @Test
    void constructor_negativeHandicap_throws() {
        assertThatThrownBy(() -> record(-1, OptionalDouble.empty(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("handicap -1 is negative");
    }

    @Test
    void recordedMove_ofNobody_throws() {
        assertThatThrownBy(() -> new RecordedMove(Color.EMPTY, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new RecordedMove(Color.BLACK, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static GameRecord record(int handicap, OptionalDouble komi, List<RecordedMove> moves) {
        Setup setup = Setup.empty(Grid.square(9));
        return new GameRecord(setup, moves, new GameInfo(komi, handicap, Map.of()));
    }
}
