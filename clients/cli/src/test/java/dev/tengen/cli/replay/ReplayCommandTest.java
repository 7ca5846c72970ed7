package dev.tengen.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayCommandTest {
    private static final Path GENERATED = Path.of("../../env-core/core/src/test/resources/games/generated");
    private static final Path SHARED = Path.of("../../../shared/games");

    @TempDir
    private Path folder;

    private String write(String name, String sgf) throws IOException {
        return Files.writeString(folder.resolve(name), sgf).toString();
    }

    private static List<JsonNode> replayJson(String... files) throws IOException {
        List<String> args = new ArrayList<>(List.of("replay", "--json"));
        args.addAll(List.of(files));
        List<JsonNode> objects = new ArrayList<>();
        for (String line : CommandRun.of(args.toArray(String[]::new)).lines()) {
            objects.add(new ObjectMapper().readTree(line));
        }
        return objects;
    }

    @Test
    void replay_generatedGames_allLegalWithTheRecordedResult() throws IOException {
        String[] files;
        try (Stream<Path> paths = Files.list(GENERATED)) {
            files = paths.map(Path::toString)
                    .filter(name -> name.endsWith(".sgf"))
                    .sorted()
                    .toArray(String[]::new);
        }

        List<JsonNode> objects = replayJson(files);

        assertThat(objects).hasSize(82).allSatisfy(object -> {
            assertThat(object.get("legal").asBoolean()).isTrue();
            assertThat(object.get("score").asText())
                    .isEqualTo(object.get("recorded").asText());
            assertThat(object.get("agrees").asBoolean()).isTrue();
        });
    }

    @Test
    void replay_repetition_namesTheMoveAndTheOneItRepeats() throws IOException {
        String file =
                write("ko.sgf", "(;GM[1]FF[4]SZ[4]KM[7.5];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb])");

        JsonNode object = replayJson(file).get(0);

        assertThat(object.get("legal").asBoolean()).isFalse();
        assertThat(object.get("illegal_move").asInt()).isEqualTo(9);
        assertThat(object.get("reason").asText()).isEqualTo("REPETITION");
        assertThat(object.get("repeats_move").asInt()).isEqualTo(7);
        assertThat(object.get("score").isNull()).isTrue();
        assertThat(object.get("moves").asInt()).isEqualTo(9);
    }

    @Test
    void replay_occupiedPoint_repeatsNoMove() throws IOException {
        JsonNode object =
                replayJson(write("occupied.sgf", "(;GM[1]SZ[3];B[aa];W[aa])")).get(0);

        assertThat(object.get("reason").asText()).isEqualTo("OCCUPIED");
        assertThat(object.get("repeats_move").isNull()).isTrue();
    }

    @Test
    void replay_sameColorTwice_putsAPassBetween() throws IOException {
        JsonNode object =
                replayJson(write("turn.sgf", "(;GM[1]SZ[3]KM[0];B[aa];B[bb])")).get(0);

        assertThat(object.get("legal").asBoolean()).isTrue();
        assertThat(object.get("warnings").get(0).asText())
                .isEqualTo("move 2 (Black B2) is out of turn; a pass of White is inserted before it");
    }

    @Test
    void replay_rulesOfTheRecord_referee() throws IOException {
        String moves = "B[ba];W[cc];B[bb];W[cb];B[ab];W[aa]";
        String cgos = write("cgos.sgf", "(;GM[1]SZ[3]KM[0]RU[CGOS];" + moves + ")");
        String house = write("house.sgf", "(;GM[1]SZ[3]KM[0]RU[house];B[bb])");

        assertThat(CommandRun.of("replay", cgos).out())
                .contains("cgos.sgf: 3x3, 6 moves, cgos, move 6 (A3) is illegal: SUICIDE");
        assertThat(CommandRun.of("replay", "--rules", "tromp-taylor", cgos).out())
                .contains("tromp-taylor, move 6 (A3) is illegal: REPETITION, it repeats the position after move 5");
        assertThat(CommandRun.of("replay", house).lines())
                .containsExactly(
                        house + ": 3x3, 1 moves, tromp-taylor, legal, B+9, no recorded result",
                        "  warning: RU: the rules \"house\" are unknown; used instead: tromp-taylor");
        assertThat(replayJson(cgos).get(0).get("rules").asText()).isEqualTo("cgos");
    }

    @Test
    void replay_otherPreset_refereesByIt() throws IOException {
        String suicide = write("suicide.sgf", "(;GM[1]SZ[3]KM[0];B[ba];W[cc];B[bb];W[cb];B[ab];W[aa])");

        CommandRun trompTaylor = CommandRun.of("replay", suicide);
        CommandRun cgos = CommandRun.of("replay", "--rules", "cgos", suicide);

        assertThat(trompTaylor.out()).contains("illegal: REPETITION, it repeats the position after move 5");
        assertThat(cgos.out()).contains("illegal: SUICIDE");
    }

    @Test
    void replay_unknownPreset_namesTheKnownOnes() throws IOException {
        CommandRun run = CommandRun.of("replay", "--rules", "checkers", write("a.sgf", "(;GM[1]SZ[3];B[aa])"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("preset \"checkers\" is not one of [tromp-taylor");
    }

    @Test
    void replay_handicapGame_startsFromTheSetup() throws IOException {
        String file = write("handicap.sgf", "(;GM[1]SZ[5]HA[2]KM[0.5]AB[bb][dd];W[cc];B[])");

        JsonNode object = replayJson(file).get(0);

        assertThat(object.get("legal").asBoolean()).isTrue();
        assertThat(object.get("score").asText()).isEqualTo("B+0.5");
    }

    @Test
    void replay_brokenFiles_takeOneLineEachAndTheOthersStillRun() throws IOException {
        String broken = write("broken.sgf", "(;GM[1]SZ[9");
        String good = write("good.sgf", "(;GM[1]SZ[3]KM[7]RE[B+2];B[bb];W[];B[])");
        String missing = folder.resolve("missing.sgf").toString();

        CommandRun run = CommandRun.of("replay", broken, missing, good);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.lines()).hasSize(3);
        assertThat(run.lines().get(0)).startsWith(broken + ": cannot be read: line 1, column");
        assertThat(run.lines().get(1)).isEqualTo(missing + ": cannot be read: there is no such file");
        assertThat(run.lines().get(2)).isEqualTo(good + ": 3x3, 3 moves, tromp-taylor, legal, B+2 =, recorded B+2");
    }

    @Test
    void replay_brokenFileAsJson_hasAnError() throws IOException {
        JsonNode object = replayJson(write("broken.sgf", "no game")).get(0);

        assertThat(object.get("error").asText()).contains("no game");
    }

    @Test
    void replay_gorimuAgainstGnuGo_findsTheRepetitionThatEndedIt() throws IOException {
        Path file = SHARED.resolve("gnugo-gpl3/gifu2006__gnugo-gorimu.sgf");
        assumeTrue(Files.exists(file), "the collection of game records is not here");

        CommandRun run = CommandRun.of("replay", "--json", "--rules", "tromp-taylor", file.toString());
        JsonNode object = new ObjectMapper().readTree(run.lines().get(0));

        assertThat(object.get("illegal_move").asInt()).isEqualTo(381);
        assertThat(object.get("repeats_move").asInt()).isEqualTo(373);
    }

    /** Japanese rules, by which it was played, have no superko. */
    @Test
    void replay_gorimuAgainstGnuGo_isLegalByTheRulesItNames() throws IOException {
        Path file = SHARED.resolve("gnugo-gpl3/gifu2006__gnugo-gorimu.sgf");
        assumeTrue(Files.exists(file), "the collection of game records is not here");

        JsonNode object = replayJson(file.toString()).get(0);

        assertThat(object.get("rules").asText()).isEqualTo("japanese");
        assertThat(object.get("legal").asBoolean()).isTrue();
    }

    /** A file of more than a request may have stopped the command, without a line for it or for the files after it. */
    @Test
    void replay_longFiles_eachFileHasItsLine() throws IOException {
        String game = "(;GM[1]SZ[9]KM[7]PB[a]]C[%s];B[ee];W[cc])";
        String first = write("a.sgf", game.formatted(""));
        String big = write("big.sgf", game.formatted("x".repeat(2 << 20)));
        String tooBig = write("too-big.sgf", game.formatted("x".repeat(16 << 20)));
        String last = write("b.sgf", game.formatted(""));

        List<JsonNode> objects = replayJson(first, big, tooBig, last);

        assertThat(objects).hasSize(4);
        assertThat(objects.get(1).get("file").asText()).isEqualTo(big);
        assertThat(objects.get(1).get("moves").asInt()).isEqualTo(2);
        assertThat(objects.get(1).get("legal").asBoolean()).isTrue();
        assertThat(objects.get(1).get("warnings")).isEqualTo(objects.get(0).get("warnings"));
        assertThat(objects.get(2).get("file").asText()).isEqualTo(tooBig);
        assertThat(objects.get(2).get("error").asText()).contains("16777216 bytes");
        assertThat(objects.get(3).get("legal").asBoolean()).isTrue();
    }

    @Test
    void replay_strict_refusesWhatIsOtherwiseReadWithAWarning() throws IOException {
        String file = write("bracket.sgf", "(;GM[1]SZ[9]KM[7]US[joe[3d]];B[ee];W[cc])");

        CommandRun strict = CommandRun.of("replay", "--strict", file);

        assertThat(replayJson(file).get(0).get("warnings").get(0).asText())
                .isEqualTo("line 1, column 27: US: \"]\" in text without a backslash; read as part of the text");
        assertThat(strict.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(strict.out()).contains("bracket.sgf: cannot be read: line 1, column 28");
    }
}
