package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Setup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GameRecordWriterTest {
    private static GameRecord record(Setup setup, String blackPlayer, RecordedMove... moves) {
        GameInfo info = GameInfo.NONE
                .withKomi(7.5)
                .with(GameText.RULES, "Tromp-Taylor")
                .with(GameText.BLACK_PLAYER, blackPlayer)
                .with(GameText.RESULT, "B+R");
        return new GameRecord(setup, List.of(moves), info);
    }

    @Test
    void toSgf_smallGame_isCleanFf4() {
        GameRecord record = record(
                Setup.empty(Grid.square(3)), "Ada", new RecordedMove(Color.BLACK, 4), new RecordedMove(Color.WHITE, 9));

        assertThat(record.toSgf())
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[3]KM[7.5]RU[Tromp-Taylor]PB[Ada]RE[B+R]\n;B[bb];W[])\n");
    }

    @Test
    void toSgf_rectangle_namesWidthFirst() {
        assertThat(record(Setup.empty(Grid.of(7, 9)), "Ada").toSgf()).contains("SZ[7:9]");
    }

    @Test
    void toSgf_namesWithBracketsAndLetters_areReadBackEqual() throws SgfException {
        GameRecord record = record(Setup.empty(Grid.square(3)), "a]b\\c [9p] 井上");

        assertThat(GameRecord.parse(record.toSgf().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(record);
    }

    @Test
    void toSgf_setupWithWhiteToMove_isReadBackEqual() throws SgfException {
        Grid grid = Grid.square(25);
        Setup setup = Setup.of(grid, PointSet.of(grid, 0, 624), PointSet.of(grid, 5), Color.WHITE);
        GameRecord record = record(setup, "Ada", new RecordedMove(Color.WHITE, 30));

        assertThat(GameRecord.parse(record.toSgf())).isEqualTo(record);
    }

    @Test
    void toSgf_firstMoveOutOfTurn_isReadBackEqual() throws SgfException {
        GameRecord record = record(Setup.empty(Grid.square(9)), "Ada", new RecordedMove(Color.WHITE, 30));

        assertThat(GameRecord.parse(record.toSgf())).isEqualTo(record);
        assertThat(record.toSgf()).contains("PL[B]");
    }

    @Test
    void toSgf_generatedGames_areReadBackEqual() throws SgfException {
        List<Path> files = GameFiles.generated();

        assertThat(files).hasSize(82);
        for (Path file : files) {
            GameRecord record = GameRecord.parse(GameFiles.read(file));
            assertThat(GameRecord.parse(record.toSgf())).isEqualTo(record);
        }
    }

    @Test
    void toSgf_realFiles_areReadBackEqual() {
        Optional<Path> shared = GameFiles.shared();
        assumeTrue(shared.isPresent(), "no folder shared/games beside the working copy");
        List<String> different = new ArrayList<>();
        int count = 0;
        for (Path file : GameFiles.under(shared.get())) {
            try {
                GameRecord record = GameRecord.parse(GameFiles.read(file));
                count++;
                if (!GameRecord.parse(record.toSgf()).equals(record)) {
                    different.add(file.toString());
                }
            } catch (SgfException e) {
                assertThat(e).message().startsWith("line ");
            }
        }

        assertThat(count).isEqualTo(282);
        assertThat(different).isEmpty();
    }
}
