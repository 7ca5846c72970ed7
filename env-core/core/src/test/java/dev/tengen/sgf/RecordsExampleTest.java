package dev.tengen.sgf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of {@code docs/guide/records.md}. */
class RecordsExampleTest {
    private static final Path PAGE = Path.of("../../docs/guide/records.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tengen/sgf/RecordsExampleTest.java");
    private static final String FENCE = "```java\n";

    private static final byte[] FILE =
            "(;SZ[9]KM[6.5]PB[Ada];B[ee](;W[cc])(;W[gg];B[gc]))(;SZ[5];B[cc];AB[aa])".getBytes(StandardCharsets.UTF_8);

    @Test
    void example_record_isRead() throws SgfException {
        byte[] bytes = FILE;

        GameRecord record = GameRecord.parse(bytes);
        RecordRules rules = RecordRules.of(record, Rules.TROMP_TAYLOR);
        RecordReplay replay = RecordReplay.of(record, rules.rules());
        Game game = replay.game();

        assertThat(game.moveNumber()).isEqualTo(2);
    }

    @Test
    void example_collection_isRead() throws SgfException {
        byte[] bytes = FILE;
        List<GameRecord> records = new ArrayList<>();

        SgfCollection collection = SgfCollection.parse(bytes);
        for (SgfGame game : collection.games()) {
            for (SgfLine line : (Iterable<SgfLine>) game.lines()::iterator) {
                for (LineRecords.Segment segment : line.records().segments()) {
                    records.add(segment.record());
                }
            }
        }

        assertThat(records)
                .extracting(record -> record.grid() + ": " + record.moves().size() + " moves")
                .containsExactly("9x9: 2 moves", "9x9: 3 moves", "5x5: 1 moves", "5x5: 0 moves");
    }

    @Test
    void example_record_isWritten() {
        Grid grid = Grid.square(9);
        GameInfo info = GameInfo.NONE
                .withKomi(7.5)
                .with(GameText.BLACK_PLAYER, "Ada")
                .with(GameText.RESULT, "B+R")
                .with(GameText.DATE, "2026-11-21");
        List<RecordedMove> moves = List.of(new RecordedMove(Color.BLACK, grid.point("E5")));
        String sgf = new GameRecord(Setup.empty(grid), moves, info).toSgf();

        assertThat(sgf).isEqualTo("(;GM[1]FF[4]CA[UTF-8]AP[Tengen]SZ[9]KM[7.5]PB[Ada]RE[B+R]DT[2026-11-21]\n;B[ee])\n");
    }

    @Test
    void example_tree_isWritten() {
        Grid grid = Grid.square(9);
        SgfGame game = SgfGame.builder(grid)
                .property("GN", "A lesson")
                .node()
                .points("AB", PointSet.of(grid, grid.point("C3")))
                .property("PL", "W")
                .startVariation()
                .node()
                .move(Color.WHITE, grid.point("G7"))
                .comment("Far away.")
                .endVariation()
                .startVariation()
                .node()
                .move(Color.WHITE, grid.point("D3"))
                .points("TR", PointSet.of(grid, grid.point("C3")))
                .endVariation()
                .build();

        assertThat(game.toSgf())
                .isEqualTo("(;GM[1]FF[4]CA[UTF-8]SZ[9]GN[A lesson]\n;AB[cg]PL[W]\n"
                        + "(;W[gc]C[Far away.])\n(;W[dg]TR[cg]))\n");
    }

    @Test
    void page_examples_areThoseOfThisClass() throws IOException {
        String source = Files.readString(SOURCE).replaceAll("(?m)^ {8}", "");
        List<String> examples = List.of(Files.readString(PAGE).split(FENCE));

        assertThat(examples).hasSize(5);
        for (String example : examples.subList(1, examples.size())) {
            assertThat(source).contains(example.substring(0, example.indexOf("```")));
        }
    }
}
