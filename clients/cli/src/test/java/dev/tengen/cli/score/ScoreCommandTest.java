package dev.tengen.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScoreCommandTest {
    private static final Path GENERATED = Path.of("../../env-core/core/src/test/resources/games/generated");
    private static final String RECORD = "(;GM[1]FF[4]SZ[4:3]KM[0.5];B[ba];W[ca];B[bb];W[cb];B[bc];W[cc])";

    @TempDir
    private Path folder;

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static JsonNode json(String... args) throws IOException {
        String[] all =
                Stream.concat(Stream.of("score", "--json"), Stream.of(args)).toArray(String[]::new);
        return new ObjectMapper().readTree(CommandRun.of(all).lines().get(0));
    }

    /** Such a file once filled the memory. */
    @Test
    void score_endlessFile_isRefused() {
        CommandRun run = CommandRun.of("score", "/dev/zero");

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out() + run.err()).contains("/dev/zero", "cannot be read: it is longer than 16777216 bytes");
    }

    @Test
    void score_longFileThatIsNotSgf_isRefused() throws IOException {
        String file = write("long.txt", ". . .\n".repeat(20_000));

        CommandRun run = CommandRun.of("score", file);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out() + run.err()).contains("it is not SGF, and longer than the 65536 bytes of a diagram");
    }

    @Test
    void score_record_drawsTheOwners() throws IOException {
        String file = write("game.sgf", RECORD);

        CommandRun run = CommandRun.of("score", file);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualTo(file + ": 4x3, after move 6, tromp-taylor\n" + """
                            A B C D
                          3 x X O o 3
                          2 x X O o 2
                          1 x X(O)o 1
                            A B C D
                        Black has 6 points, White has 6 points and a komi of 0.5: W+0.5. No neutral points.
                        """);
    }

    @Test
    void score_json_hasEveryField() throws IOException {
        String file = write("game.sgf", RECORD);

        JsonNode object = json("--rules", "cgos", "--komi", "-1.5", "--move", "2", file);

        assertThat(object).isEqualTo(new ObjectMapper().readTree("""
                {"rules": "cgos", "size": "4x3", "komi": -1.5, "move": 2, "margin": 1.5, "score": "B+1.5",
                 "area_black": 1, "area_white": 1, "points_black": 1, "points_white": 1, "prisoners_black": 0,
                 "prisoners_white": 0, "tax_black": 0, "tax_white": 0, "handicap_bonus": 0, "warnings": [], "winner": "black", "owner": [".XO.", "....", "...."],
                 "file": "%s"}
                """.formatted(file)));
    }

    @Test
    void score_diagram_asThisProgramDrawsIt() throws IOException {
        JsonNode object = json(
                "--komi",
                "0",
                write(
                        "drawing.txt",
                        CommandRun.of("score", write("a.sgf", RECORD))
                                .out()
                                .replaceFirst(".*\n", "")
                                .replaceFirst("(?s)Black has.*", "")));

        assertThat(object.get("score").asText()).isEqualTo("Draw");
        assertThat(object.get("winner").asText()).isEqualTo("nobody");
        assertThat(object.get("owner").get(0).asText()).isEqualTo("XXOO");
    }

    @Test
    @Tag("full")
    void score_generatedGames_areTheRecordedResults() throws IOException {
        List<Path> files;
        try (Stream<Path> paths = Files.list(GENERATED)) {
            files = paths.filter(path -> path.toString().endsWith(".sgf"))
                    .sorted()
                    .toList();
        }
        int compared = 0;
        for (Path file : files) {
            String recorded = Files.readString(file).replaceFirst("(?s).*RE\\[([^]]*)\\].*", "$1");
            assertThat(json(file.toString()).get("score").asText()).isEqualTo(recorded);
            compared++;
        }
        assertThat(compared).isEqualTo(82);
    }

    @Test
    void score_illegalMove_failsAndGoesOnWithTheNextFile() throws IOException {
        String bad = write("bad.sgf", "(;GM[1]SZ[3];B[bb];W[bb])");
        String good = write("good.sgf", RECORD);

        CommandRun run = CommandRun.of("score", bad, good);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines())
                .contains(
                        bad + ": move 2: B2 is illegal: a black stone stands there.",
                        good + ": 4x3, after move 6, tromp-taylor");
    }

    @Test
    void score_badFiles_sayWhy() throws IOException {
        String empty = write("empty", "");
        String game = write("game.sgf", RECORD);

        assertThat(CommandRun.of("score", empty).out())
                .isEqualTo(empty + ": cannot be read: it has no row of points\n");
        assertThat(CommandRun.of("score", "/no/such/file").exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(json("--move", "7", game).get("error").asText()).isEqualTo("move 7 is outside [0, 6]");
    }

    @Test
    void score_badOptions_areUsageErrors() throws IOException {
        String game = write("game.sgf", RECORD);

        assertThat(CommandRun.of("score", "--rules", "chess", game).err()).contains("--rules \"chess\" is not one of");
        assertThat(CommandRun.of("score", "--komi", "0.3", game).exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(CommandRun.of("score", "--move", "-1", game).err()).contains("--move -1 is negative");
        assertThat(CommandRun.of("score").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void score_rulesOfTheRecord_decide() throws IOException {
        String file = write("game.sgf", "(;GM[1]SZ[4:3]KM[0]RU[Chinese]HA[2]AB[ba][bb]AW[ca];W[cb];B[bc];W[cc])");

        JsonNode chinese = json(file);
        JsonNode japanese = json("--rules", "goban-japanese", "--komi", "1.5", file);

        assertThat(chinese.get("rules").asText()).isEqualTo("chinese");
        assertThat(chinese.get("handicap_bonus").asInt()).isEqualTo(2);
        assertThat(chinese.get("score").asText()).isEqualTo("W+2");
        assertThat(japanese.get("points_black").asInt()).isEqualTo(3);
        assertThat(japanese.get("margin").asDouble()).isEqualTo(-1.5);
    }

    @Test
    void score_deadStones_areTakenOffWithTheirChains() throws IOException {
        String file = write("game.sgf", "(;GM[1]SZ[4:3]KM[0]RU[goban-japanese]AB[ba][bb][bc]AW[da][db])");

        JsonNode asItStands = json(file);
        JsonNode without = json("--dead", "D3", file);
        CommandRun drawn = CommandRun.of("score", "--dead", "d2", file);

        assertThat(asItStands.get("score").asText()).isEqualTo("B+3");
        assertThat(without.get("points_black").asInt()).isEqualTo(11);
        assertThat(without.get("prisoners_black").asInt()).isEqualTo(2);
        assertThat(without.get("owner").get(0).asText()).isEqualTo("XXXX");
        assertThat(drawn.out()).contains("3 x X x x 3", "Black has 9 points, 2 prisoners, White has 0 points");
    }

    @Test
    void score_deadPointWithoutAStone_isNamed() throws IOException {
        String file = write("game.sgf", RECORD);

        assertThat(CommandRun.of("score", "--dead", "A1", file).out())
                .isEqualTo(file + ": dead point \"A1\" is not a stone: the point is empty\n");
        assertThat(CommandRun.of("score", "--dead", "B3,Z9", file).out()).contains("point \"Z9\" is outside");
        assertThat(CommandRun.of("score", "--dead", "B3", file).exitCode()).isZero();
        assertThat(json("--dead", "A1", file).get("error").asText()).contains("\"A1\"");
    }

    @Test
    void score_oddRecord_isScoredWithWarnings() throws IOException {
        String turn = write("turn.sgf", "(;GM[1]SZ[3]KM[0]RU[house];B[bb];B[aa])");

        assertThat(CommandRun.of("score", turn).lines())
                .contains(
                        "Warning: RU: the rules \"house\" are unknown; used instead: tromp-taylor",
                        "Warning: move 2 (Black A3) is out of turn; a pass of White is inserted before it");
        assertThat(json(turn).get("warnings")).hasSize(2);
    }
}
