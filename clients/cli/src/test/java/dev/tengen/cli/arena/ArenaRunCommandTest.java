package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArenaRunCommandTest {
    private static final Path GNU_GO = Path.of("/usr/games/gnugo");
    private static final Path EXAMPLES =
            Path.of("../../examples").toAbsolutePath().normalize();
    private static final String CUP = """
            players: [greedy, random, eye-safe-random]
            format: {round_robin: {pairs: 3}}
            size: 5
            max_moves: -1
            seed: 1
            """;

    private static final String GHOST = """
            players: [{name: ghost, player: "gtp:ghost"}, random]
            format: {round_robin: {pairs: 1}}
            size: 5
            engines: {ghost: "%s"}
            """;

    @TempDir
    private Path folder;

    private CommandRun run(String yaml, String... options) throws IOException {
        return run(Files.writeString(folder.resolve("cup.yaml"), yaml), options);
    }

    private CommandRun run(Path file, String... options) {
        List<String> command = new ArrayList<>(List.of("arena", "run", file.toString()));
        command.addAll(List.of("--out", results().folder().toString()));
        command.addAll(List.of(options));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private ArenaFiles results() {
        return new ArenaFiles(folder.resolve("results"));
    }

    @Test
    void run_smallTournament_reportsStandingsAndWritesFiles() throws Exception {
        CommandRun run = run(CUP);

        assertThat(run.err())
                .isEqualToIgnoringNewLines("cup: 3 players, 18 games on 5x5; results in " + folder.resolve("results"));
        assertThat(run.exitCode()).isZero();
        assertThat(run.lines()).startsWith("cup: ended, 18 games over").contains("How games ended: passes 18");
        assertThat(run.lines().get(3)).matches("  1  greedy +\\+\\d+ +\\d+ +\\d+\\.\\d +12 .* %");
        assertThat(run.lines()).last().isEqualTo("Report: " + folder.resolve("results/report.html"));
        for (String name : ArenaFiles.NAMES) {
            assertThat(folder.resolve("results").resolve(name)).isNotEmptyFile();
        }
        assertThat(results().games("cup")).hasSize(18);
        assertThat(results().recomputed(settings()).rows())
                .extracting(row -> row.rating().elo())
                .isEqualTo(elos(results().json()));
    }

    private dev.tengen.arena.settings.TournamentSettings settings() throws IOException {
        return TournamentFile.read(folder.resolve("cup.yaml")).settings();
    }

    private static List<Double> elos(JsonNode tournament) {
        return StreamSupport.stream(tournament.at("/standings/rows").spliterator(), false)
                .map(row -> row.get("elo").asDouble())
                .toList();
    }

    @Test
    void run_json_isOneObject() throws IOException {
        CommandRun run = run(CUP, "--json");

        assertThat(run.lines()).hasSize(1);
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.get("state").asText()).isEqualTo("ENDED");
        assertThat(json.get("ended_game_count").asInt()).isEqualTo(18);
        assertThat(json.at("/standings/rows")).hasSize(3);
        assertThat(json.get("folder").asText())
                .isEqualTo(folder.resolve("results").toString());
        assertThat(json.get("games")).isNull();
    }

    @Test
    void run_tournamentThatIsOver_playsNothingAndPrintsTheSame() throws IOException {
        CommandRun first = run(CUP);

        CommandRun second = run(CUP);

        assertThat(second.exitCode()).isZero();
        assertThat(second.err()).contains("; resuming after 18 games");
        assertThat(second.out()).isEqualTo(first.out());
    }

    @Test
    void run_changedFile_saysWhatDiffersAndChangesNothing() throws IOException {
        run(CUP);

        CommandRun changed = run(CUP.replace("seed: 1", "seed: 2").replace("size: 5", "size: 7"));

        assertThat(changed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(changed.err()).isEqualToNormalizingNewlines("""
                        tengen: the file has changed since tournament "cup" started: seed was 1, is 2; size was "5x5", is \
                        "7x7". Games with different settings cannot be combined. Undo the change to resume, or start a new \
                        tournament with --out ANOTHER-FOLDER.
                        """);
        assertThat(results().games("cup")).hasSize(18);
    }

    @Test
    void run_book_isPlayedWithBothColorsAndMayNotChange() throws Exception {
        String cup = CUP.replace("greedy, ", "") + "openings: {book: book.txt}\n";
        Files.writeString(folder.resolve("book.txt"), "C3 B2\nA1\nB3 B4 D4\n");

        CommandRun run = run(cup);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(results().games("cup").stream().map(game -> game.game().opening()))
                .containsExactlyInAnyOrder(0, 0, 1, 1, 2, 2);
        String hash = results().json().at("/settings/openings/sha256").asText();
        assertThat(hash).hasSize(64);
        Files.writeString(folder.resolve("book.txt"), "C3 B2\nA1\nB3 B4 D4\n\n");
        CommandRun changed = run(cup);
        assertThat(changed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(changed.err()).contains("openings.sha256 was \"" + hash.substring(0, 55));
    }

    /** The search is far slower than its clock allows; its opponent has no limit. */
    @Test
    void run_timeOdds_onlyThePlayerWithTheShortClockLosesOnTime() throws IOException {
        CommandRun run = run("""
                players:
                  - {name: hasty, player: monte-carlo:playouts=5000, clock: 1ms/move}
                  - {name: calm, player: eye-safe-random}
                format: {round_robin: {pairs: 1}}
                size: 9
                network_allowance_ms: 0
                """);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("How games ended: time 2").containsPattern("1  calm .* 2 +2 +0 +0");
        assertThat(results().json().at("/players/0/settings/clock").asText()).isEqualTo("1ms/move");
    }

    @Test
    void run_settledGames_endWithTheScoreOfTheirRecords() throws IOException {
        CommandRun run = run("""
                players:
                  - {name: ann, player: random}
                  - {name: bob, player: random}
                format: {round_robin: {pairs: 5}}
                size: 5
                adjudication: {settled: true}
                """);

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("How games ended: .*settled \\d+");
        assertThat(results().json().at("/settings/adjudication/settled").asBoolean())
                .isTrue();
    }

    @Test
    void run_otherNameInTheSameFolder_isRefused() throws IOException {
        run(CUP);

        CommandRun renamed = run("name: other\n" + CUP);

        assertThat(renamed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(renamed.err()).contains("name was \"cup\", is \"other\"");
    }

    @Test
    void run_candidateThatIsNotStronger_fails() throws IOException {
        CommandRun run = run("""
                players: [random, greedy]
                format: {sprt: {elo0: 0, elo1: 100}}
                size: 5
                """);

        assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(run.out())
                .contains("Test of random against greedy: accepted H0 (elo0 = 0) against H1 (elo1 = 100), alpha = 0.05")
                .contains("Difference by these pairs: -");
    }

    @Test
    void run_testWithDifferentScores_printsBothNormalizedElos() throws IOException {
        CommandRun run = run("""
                players: [random, eye-safe-random]
                format: {sprt: {elo0: 0, elo1: 100}}
                size: 3
                """);

        String figure = "[+-]\\d+\\.\\d";
        assertThat(run.out())
                .containsPattern(
                        "normalized Elo " + figure + " \\(" + figure + " without regularization\\); pairs by points");
        assertThat(results().json().at("/test/difference/plain_normalized_elo").isNumber())
                .isTrue();
    }

    @Test
    void run_gamesThatRepeat_areWarnedOf() throws IOException {
        CommandRun run = run("""
                players: [{name: a, player: random}, {name: b, player: random}]
                format: {round_robin: {pairs: 3}}
                size: 1
                openings: empty
                """);

        assertThat(run.out())
                .contains(
                        "Warning: 4 of the games are duplicates of others, move by move, so the confidence intervals");
    }

    @Test
    void run_engine_playsUnderItsName() throws IOException {
        assumeThat(GNU_GO).exists();

        CommandRun run = run("""
                players: [{name: GNU Go at level 1, player: "gtp:gnugo"}, random]
                format: {round_robin: {pairs: 1}}
                size: 5
                engines:
                  gnugo: /usr/games/gnugo --mode gtp --level 1 --chinese-rules --positional-superko --never-resign
                """);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("  1  GNU Go at level 1 ").contains("passes 2");
    }

    @Test
    void run_engineThatEndsAtOnce_losesByItsFailure() throws IOException {
        CommandRun run = run(GHOST.formatted("false --mode gtp"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("How games ended: engine failure 2");
    }

    /** Nothing is stored, so the tournament can start when the command in the file is right. */
    @Test
    void run_engineWithoutAProgram_isRefused() throws IOException {
        CommandRun run = run(GHOST.formatted("/nowhere/ghost --mode gtp"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("tengen: engine ghost cannot be started: \"/nowhere/ghost\" does not exist");
        assertThat(folder.resolve("results")).doesNotExist();
    }

    /** An engine that no player uses is not started. */
    @Test
    void run_unusedEngineWithoutAProgram_isIgnored() throws IOException {
        assertThat(run(CUP + "engines: {ghost: /nowhere/ghost}\n").exitCode()).isZero();
    }

    @Test
    void run_folderInUse_isRefused() throws IOException {
        try (ResultFolder held = ResultFolder.open(folder.resolve("results"))) {
            CommandRun run = run(CUP);

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err()).startsWith("tengen: another process runs a tournament in " + held.path());
        }
    }

    @Test
    void run_storeElsewhere_isUsed() throws IOException {
        Path store = folder.resolve("elsewhere.db");

        CommandRun run = run(CUP, "--store", store.toString());

        assertThat(run.exitCode()).isZero();
        assertThat(store).exists();
        assertThat(results().store()).doesNotExist();
    }

    @Test
    void run_noFile_isReportedAsUsage() {
        CommandRun run = run(folder.resolve("no.yaml"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).isEqualToIgnoringNewLines("tengen: there is no file " + folder.resolve("no.yaml"));
    }

    @Test
    void run_wrongFile_isReportedWithTheLine() throws IOException {
        CommandRun run = run(CUP.replace("greedy", "gready"));

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).startsWith("tengen: cup.yaml, line 1: players[0]: player \"gready\" is not ");
        assertThat(results().folder()).doesNotExist();
    }

    @Test
    void run_portOutOfRange_isUsage() throws IOException {
        assertThat(run(CUP, "--port", "65536").exitCode()).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gauntlet", "time-odds", "sprt"})
    @Tag("full")
    void run_longerExample_endsWell(String name) throws IOException {
        run_shortExample_endsWell(name);
    }

    @ParameterizedTest
    @Tag("full")
    @ValueSource(strings = {"small", "book", "swiss"})
    void run_shortExample_endsWell(String name) throws IOException {
        CommandRun run = run(EXAMPLES.resolve("arena-" + name + ".yaml"));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines().get(0)).startsWith("arena-" + name + ": ended, ");
        assertThat(results().json().get("state").asText()).isEqualTo("ENDED");
    }

    /** Players that take a long time or wait for an agent. */
    @ParameterizedTest
    @ValueSource(strings = {"ladder", "agents"})
    void read_longExample_isUnderstood(String name) throws IOException {
        TournamentFile file = TournamentFile.read(EXAMPLES.resolve("arena-" + name + ".yaml"));

        assertThat(file.settings().name()).isEqualTo("arena-" + name);
    }
}
