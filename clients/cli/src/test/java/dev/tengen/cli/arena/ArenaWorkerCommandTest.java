package dev.tengen.cli.arena;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.cli.CommandRun;
import dev.tengen.cli.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code arena create}, {@code worker} and {@code status} on a store that several workers share. */
class ArenaWorkerCommandTest {
    private static final String CUP = """
            players: [greedy, random, {name: gnu, player: "gtp:gnugo"}]
            format: {round_robin: {pairs: 2}}
            size: 5
            engines: {gnugo: "no-such-program --mode gtp"}
            """;

    @TempDir
    private Path folder;

    private String store = "";

    @BeforeEach
    void name() {
        store = folder.resolve("arena.db").toString();
    }

    private CommandRun create(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("cup.yaml"), yaml);
        return CommandRun.of("arena", "create", file.toString(), "--store", store);
    }

    private static CommandRun worker(String store, String... options) {
        List<String> command = new ArrayList<>(List.of("arena", "worker", "--store", store));
        command.addAll(List.of(options));
        return CommandRun.of(command.toArray(String[]::new));
    }

    private long endedCount() {
        try (ArenaStore open = ArenaStore.open(store)) {
            return open.games().list("cup").stream()
                    .filter(game -> game.state() == GameState.ENDED)
                    .count();
        }
    }

    @Test
    void create_file_storesWithoutPlaying() throws IOException {
        CommandRun first = create(CUP);
        CommandRun again = create(CUP);
        CommandRun changed = create(CUP + "seed: 5\n");

        assertThat(first.out()).startsWith("cup: stored; play it with tengen arena worker --store ");
        assertThat(again.exitCode()).isZero();
        assertThat(changed.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(changed.err()).contains("seed was 0, is 5");
        assertThat(endedCount()).isZero();
    }

    @Test
    void worker_withoutTheEngine_leavesItsGamesToOneThatHasIt() throws Exception {
        create(CUP);
        CompletableFuture<CommandRun> poor =
                CompletableFuture.supplyAsync(() -> worker(store, "--name", "poor", "--json"));
        while (endedCount() < 4) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        CommandRun alone = CommandRun.of("arena", "status", store);

        // An engine that ends at once loses its games.
        CommandRun rich = worker(store, "--name", "rich", "--engine", "gnugo=false");

        assertThat(alone.lines().get(0)).isEqualTo("cup: open, 4 of 12 games over, 0 running, 0 waiting");
        assertThat(alone.lines().get(1))
                .matches("  poor: alive, 0 of 2 games running, 4 recorded, last renewal \\d+ s ago; greedy, random");
        assertThat(alone.lines().get(2)).isEqualTo("No worker can run gnu.");
        assertThat(rich.exitCode()).isZero();
        assertThat(rich.err())
                .contains("Note: engine gnugo runs as [false], the file of the tournament has [no-such-program,");
        assertThat(rich.out()).contains("cup: the tournament is over; worker rich recorded 8 of 12 games");
        JsonNode json = new ObjectMapper().readTree(poor.get().out());
        assertThat(poor.get().exitCode()).isZero();
        assertThat(json.get("recorded_game_count").asInt()).isEqualTo(4);
        assertThat(json.get("state").asText()).isEqualTo("ENDED");
        assertThat(CommandRun.of("arena", "status", store).lines())
                .first()
                .isEqualTo("cup: ended, 12 of 12 games over, 0 running, 0 waiting");
    }

    @Test
    void worker_unknownEngine_isRefused() throws IOException {
        create(CUP);

        CommandRun run = worker(store, "--engine", "leela=leelaz");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("--engine \"leela\" is not an engine of the tournament, which has [gnugo]");
    }

    @Test
    void worker_engineWithoutAProgram_isRefused() throws IOException {
        create(CUP);

        CommandRun run = worker(store, "--engine", "gnugo=no-such-program --mode gtp");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualToIgnoringNewLines(
                        "tengen: engine gnugo cannot be started: the PATH has no program \"no-such-program\"");
    }

    @Test
    void worker_commandOfTheAdjudicatorInTheStore_neverRuns() throws IOException {
        create("""
                players: [greedy, random]
                format: {round_robin: {pairs: 1}}
                size: 5
                max_moves: 20
                adjudicator: gtp:judge
                engines: {judge: "no-such-program --mode gtp"}
                """);

        CommandRun run = worker(store);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .isEqualToIgnoringNewLines("tengen: the engine judge scores games of this tournament; give it with"
                        + " --engine judge=COMMAND");
        assertThat(worker(store, "--engine", "judge=false").exitCode()).isZero();
    }

    @Test
    void worker_thatCanRunOnePlayer_isRefused() throws IOException {
        create("""
                players: [greedy, {name: mine, player: agent}]
                format: {round_robin: {pairs: 2}}
                size: 5
                """);

        CommandRun run = worker(store);

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("this worker can run only [greedy] of the players");
    }

    @Test
    void withdraw_playerThatNobodyRuns_letsTheTournamentEnd() throws IOException {
        create(CUP);

        CommandRun run = CommandRun.of("arena", "withdraw", store, "--player", "gnu");
        CommandRun before = CommandRun.of("arena", "status", store);
        CommandRun played = worker(store);

        assertThat(run.out()).isEqualToIgnoringNewLines("cup: gnu has withdrawn; 0 planned games are void");
        assertThat(before.lines())
                .containsExactly(
                        "cup: open, 0 games over, 0 running, 0 waiting",
                        "Withdrawn: gnu.",
                        "No worker can run greedy, random.");
        assertThat(played.exitCode()).as(played.err()).isZero();
        assertThat(played.out()).contains("cup: the tournament is over", "recorded 4 of 4 games");
        assertThat(CommandRun.of("arena", "withdraw", store, "--player", "random")
                        .exitCode())
                .isNotZero();
    }

    @Test
    void withdraw_unknownPlayer_isRefused() throws IOException {
        create(CUP);

        CommandRun run = CommandRun.of("arena", "withdraw", store, "--player", "gready");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err())
                .contains("player \"gready\" is not one of [greedy, random, gnu]; did you mean \"greedy\"?");
    }

    @Test
    void replayVoid_voidGames_arePlayedAgain() throws IOException {
        create("""
                players: [greedy, random]
                format: {round_robin: {pairs: 2}}
                size: 5
                max_moves: 9
                move_limit_rule: void
                """);
        worker(store);

        CommandRun run = CommandRun.of("arena", "replay-void", store);
        CommandRun open = CommandRun.of("arena", "status", store);
        CommandRun played = worker(store);

        assertThat(run.out()).startsWith("cup: 4 void games will be played again; ");
        assertThat(open.lines()).first().isEqualTo("cup: open, 0 of 4 games over, 0 running, 4 waiting");
        assertThat(played.out()).contains("recorded 4 of 4 games");
    }

    @Test
    void replayVoid_sequentialTest_isRefused() throws IOException {
        create("""
                players: [greedy, random]
                format: {sprt: {elo0: 0, elo1: 100}}
                size: 5
                """);

        for (String[] words : List.of(
                new String[] {"arena", "replay-void", store},
                new String[] {"arena", "withdraw", store, "--player", "random"})) {
            CommandRun run = CommandRun.of(words);

            assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(run.err())
                    .isEqualToIgnoringNewLines(
                            "tengen: tournament \"cup\" is an SPRT or a ladder, whose games cannot be changed");
        }
    }

    @Test
    void worker_leaseOutOfRange_isRefused() throws IOException {
        create(CUP);

        CommandRun run = worker(store, "--lease-seconds", "1");

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("lease in seconds 1 is outside [2, 3600]");
    }

    @Test
    void worker_noStore_isRefusedAndNotMade() {
        CommandRun run = worker(folder.resolve("none.db").toString());

        assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("there is no store at ");
        assertThat(folder.resolve("none.db")).doesNotExist();
    }

    /** Some players of a Swiss tournament play more pairs than the file says, so the total is not known in advance. */
    @Test
    void status_swiss_hasNoTotal() throws IOException {
        create("""
                players: [greedy, random, {name: other, player: random}]
                format: {swiss: {meetings: 1}}
                size: 5
                """);

        CommandRun before = CommandRun.of("arena", "status", store);
        worker(store);
        CommandRun after = CommandRun.of("arena", "status", store);
        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("arena", "status", store, "--json").out());

        assertThat(before.lines()).first().isEqualTo("cup: open, 0 games over, 0 running, 0 waiting");
        assertThat(after.lines()).first().asString().matches("cup: ended, [46] games over, 0 running, 0 waiting");
        assertThat(json.path("game_count").isNumber()).isFalse();
    }

    @Test
    void status_json_isOneObject() throws IOException {
        create(CUP);

        JsonNode json = new ObjectMapper()
                .readTree(CommandRun.of("arena", "status", store, "--json").out());

        assertThat(json.get("name").asText()).isEqualTo("cup");
        assertThat(json.get("game_count").asInt()).isEqualTo(12);
        assertThat(json.get("workers")).isEmpty();
        assertThat(json.get("missing_players")).hasSize(3);
    }
}
