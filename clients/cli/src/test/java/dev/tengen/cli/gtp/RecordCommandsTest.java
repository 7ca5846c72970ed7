package dev.tengen.cli.gtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Zobrist;
import dev.tengen.game.Ko;
import dev.tengen.game.Rules;
import dev.tengen.game.Suicide;
import dev.tengen.sgf.GameRecord;
import dev.tengen.sgf.LineRecords;
import dev.tengen.sgf.RecordedMove;
import dev.tengen.sgf.SgfException;
import dev.tengen.sgf.SgfMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordCommandsTest {
    private static final Path GENERATED = Path.of("../../env-core/core/src/test/resources/games/generated");
    private static final Path SHARED = Path.of("../../../shared/games");

    @TempDir
    private Path folder;

    private final Dialog engine = Dialog.on(19, Rules.TROMP_TAYLOR);

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".sgf"))
                    .sorted()
                    .toList();
        }
    }

    private Path write(String sgf) throws IOException {
        return Files.writeString(folder.resolve("a game.sgf"), sgf);
    }

    @Test
    void loadsgf_generatedGames_haveTheRecordedScore() throws IOException, SgfException {
        List<Path> files = files(GENERATED);

        assertThat(files).hasSize(82);
        for (Path file : files) {
            GameRecord record = GameRecord.parse(Files.readAllBytes(file));
            engine.send("loadsgf " + file);

            assertThat(engine.ask("final_score")).isEqualTo(record.result().orElseThrow());
        }
    }

    @Test
    @Tag("full")
    void loadsgf_sharedGames_standWhereTheRecordEnds() throws IOException {
        assumeTrue(Files.isDirectory(SHARED), "no folder shared/games beside the working copy");
        Dialog lenient = Dialog.on(19, new Rules(Ko.NONE, Suicide.ANY, 2, 7.5));
        int loadedCount = 0;
        int restartCount = 0;
        int illegalCount = 0;
        int unreadableCount = 0;
        for (Path file : files(SHARED)) {
            try {
                LineRecords line = LineRecords.parse(Files.readAllBytes(file), SgfMode.TOLERANT);
                GameRecord record = line.segmentAt(Integer.MAX_VALUE).record();
                restartCount += line.segments().size() > 1 ? 1 : 0;
                if (playsOnAStone(record)) {
                    assertThat(lenient.refusal("loadsgf " + file)).isEqualTo("cannot load file");
                    illegalCount++;
                    continue;
                }
                lenient.send("loadsgf " + file);
                assertThat(lenient.ask("move_history").lines())
                        .hasSize(record.moves().size());
                GameRecord written = GameRecord.parse(lenient.ask("printsgf"));
                assertThat(written.moves()).isEqualTo(record.moves());
                assertThat(written.setup()).isEqualTo(record.setup());
                loadedCount++;
            } catch (SgfException e) {
                assertThat(lenient.refusal("loadsgf " + file)).isEqualTo("cannot load file");
                unreadableCount++;
            }
        }
        assertThat(loadedCount).isGreaterThan(250);
        assertThat(restartCount).isPositive();
        assertThat(illegalCount).isPositive();
        assertThat(unreadableCount).isPositive();
    }

    private static boolean playsOnAStone(GameRecord record) {
        Board board = new Board(record.grid(), Zobrist.of(record.grid()));
        board.setUp(record.setup().black(), record.setup().white());
        for (RecordedMove move : record.moves()) {
            if (move.move() != record.grid().pass()) {
                if (board.colorAt(move.move()) != Color.EMPTY) {
                    return true;
                }
                board.place(move.move(), move.color());
            }
        }
        return false;
    }

    @Test
    void loadsgf_moveNumber_standsBeforeThatMove() throws IOException {
        Path file = write("(;SZ[7:5]KM[0.5]AB[aa];W[ca];B[cb];B[cc])");

        assertThat(engine.send("loadsgf " + file + " 2").ask("move_history")).isEqualTo("white C5");
        assertThat(engine.ask("get_komi")).isEqualTo("0.5");
        assertThat(engine.send("loadsgf " + file + " 1").ask("move_history")).isEmpty();
        assertThat(engine.ask("list_stones b")).isEqualTo("A5");
        assertThat(engine.send("loadsgf " + file + " 99").ask("move_history"))
                .isEqualTo("black C3\nblack C4\nwhite C5");
        assertThat(engine.refusal("loadsgf " + file + " 0")).isEqualTo("syntax error");
    }

    /** A position set up after moves is a new start, as for set_position. */
    @Test
    void loadsgf_setUpAfterMoves_startsAnewThere() throws IOException {
        Path file = write("(;SZ[5]KM[3.5];B[aa];W[bb];AE[aa]AW[cc]PL[B];B[dd];W[ee])");

        engine.send("loadsgf " + file);
        assertThat(engine.ask("list_stones b")).isEqualTo("D2");
        assertThat(engine.ask("list_stones w")).isEqualTo("B4 C3 E1");
        assertThat(engine.ask("move_history")).isEqualTo("white E1\nblack D2");

        engine.send("loadsgf " + file + " 3");
        assertThat(engine.ask("move_history")).isEmpty();
        assertThat(engine.ask("list_stones w")).isEqualTo("B4 C3");
        assertThat(engine.ask("showboard")).contains("Next: black");
        assertThat(engine.refusal("undo")).isEqualTo("cannot undo");

        engine.send("loadsgf " + file + " 2");
        assertThat(engine.ask("move_history")).isEqualTo("black A5");
        assertThat(engine.ask("get_komi")).isEqualTo("3.5");
    }

    @Test
    void loadsgf_unusable_changesNothing() throws IOException {
        engine.send("play b D4");
        Path illegal = write("(;SZ[5];B[aa];W[aa])");

        assertThat(engine.refusal("loadsgf " + illegal)).isEqualTo("cannot load file");
        assertThat(engine.refusal("loadsgf " + folder.resolve("none.sgf"))).isEqualTo("cannot load file");
        assertThat(engine.refusal("loadsgf " + folder)).isEqualTo("cannot load file");
        assertThat(engine.refusal("loadsgf")).isEqualTo("syntax error");
        assertThat(engine.ask("move_history")).isEqualTo("black D4");
    }

    @Test
    void printsgf_file_isReadBackAsTheSameGame() {
        Path file = folder.resolve("out.sgf");
        engine.send("boardsize 5 4", "komi 2", "kata-set-rule ko SIMPLE", "play w A1", "play w B1", "play b pass");
        String sgf = engine.ask("printsgf");

        engine.send("printsgf " + file, "clear_board", "komi 9", "loadsgf " + file);

        assertThat(engine.ask("printsgf")).isEqualTo(sgf);
        assertThat(sgf).contains("SZ[5:4]", "KM[2]", "RU[koSIMPLEscoreAREAtaxNONEsui1", ";W[ad];W[bd];B[]");
        assertThat(engine.refusal("printsgf " + folder.resolve("no/such/folder.sgf")))
                .isEqualTo("cannot write file");
    }

    @Test
    void printsgf_bothPassed_hasTheResult() {
        engine.send("boardsize 3", "play b B2", "play w pass", "play b pass");

        assertThat(engine.ask("printsgf")).contains("RE[B+1.5]");
    }
}
