package dev.tengen.client.arena;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tengen.arena.host.ArenaSettings;
import dev.tengen.arena.service.ArenaModule;
import dev.tengen.client.TengenClient;
import dev.tengen.client.error.TengenException;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("try") // An agent plays while it is there.
class TengenArenaTest {
    @TempDir
    private Path folder;

    private TengenServer server;
    private TengenClient client;

    @BeforeEach
    void start() throws IOException {
        server = serve(0);
        client = TengenClient.connect("127.0.0.1:" + server.port());
    }

    private TengenServer serve(int port) throws IOException {
        ArenaSettings settings = new ArenaSettings(folder.resolve("arena.db").toString());
        return TengenServer.start(
                ServerConfig.DEFAULT.listeningAt("127.0.0.1", port),
                List.of(),
                List.of(context -> ArenaModule.open(settings, context)));
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static TournamentSpec cup(int pairCount) {
        return TournamentSpec.builder("cup", 5, 5, TournamentFormat.roundRobin(pairCount))
                .agent("ada")
                .player("greedy", "greedy")
                .seed(7)
                .build();
    }

    /** Plays the first legal point. Passes from move 20. */
    private static int choose(AgentTurn turn) {
        int action = 0;
        while (turn.moveNumber() < 20 && !turn.actionMask().isLegal(action)) {
            action++;
        }
        return turn.moveNumber() < 20 ? action : turn.game().passAction();
    }

    private static TournamentWatch.State last(TournamentWatch watch) {
        TournamentWatch.State state = watch.next();
        while (watch.hasNext()) {
            state = watch.next();
        }
        return state;
    }

    @Test
    void playInArena_tournamentWithABuiltInPlayer_isPlayedToItsEnd() {
        TengenArena arena = client.arena();
        List<GameEnding> endings = new CopyOnWriteArrayList<>();
        AgentPolicy policy = new AgentPolicy() {
            @Override
            public int choose(AgentTurn turn) {
                assertThat(turn.actions()).hasSize(turn.moveNumber());
                return TengenArenaTest.choose(turn);
            }

            @Override
            public void end(AgentGame game, GameEnding ending) {
                endings.add(ending);
            }
        };
        arena.create(cup(3));

        try (ArenaAgent agent = client.playInArena("ada", policy)) {
            TournamentWatch.State end = last(arena.watch("cup"));

            assertThat(end.status().state()).isEqualTo(TournamentState.ENDED);
            assertThat(end.standings().rows()).hasSize(2);
            assertThat(arena.tournaments()).hasSize(1);
            assertThat(arena.games("cup")).hasSize(6).allMatch(game -> game.state() == ArenaGame.State.ENDED);
            assertThat(arena.record("cup/0")).startsWith("(;").contains("GN[cup/0]");
        }
        assertThat(endings).hasSize(6).extracting(GameEnding::verdict).containsOnly(GameVerdict.PASSES);
    }

    @Test
    void playInArena_serverRestarted_resumes() throws IOException {
        client.arena().create(cup(20));

        try (ArenaAgent agent = client.playInArena("ada", TengenArenaTest::choose)) {
            int port = server.port();
            TournamentWatch watch = client.arena().watch("cup");
            int endedCount = 0;
            while (endedCount < 4) {
                endedCount = watch.next().status().endedGameCount();
            }
            server.close();
            server = serve(port);

            try (TengenClient other = TengenClient.connect("127.0.0.1:" + port)) {
                assertThat(last(other.arena().watch("cup")).status().endedGameCount())
                        .isEqualTo(40);
            }
        }
    }

    @Test
    void playInArena_serverRestarted_logsWhatTheAgentWaitsFor() throws IOException {
        List<String> lines = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger log = Logger.getLogger(ArenaAgent.class.getName());
        log.addHandler(handler);
        String address = "127.0.0.1:" + server.port();
        try (ArenaAgent agent = client.playInArena("ada", TengenArenaTest::choose)) {
            int port = server.port();
            server.close();
            awaitLine(lines, "WARNING Agent ada at " + address + " waits for the server, and retries: ");
            server = serve(port);
            awaitLine(lines, "INFO Agent ada at " + address + " has joined, and waits for games");
            client.arena().create(cup(1));
            awaitLine(lines, "INFO Agent ada at " + address + " plays BLACK against greedy in game ");
            awaitLine(lines, "INFO Agent ada at " + address + " has ended game ");
        } finally {
            log.removeHandler(handler);
        }
        assertThat(lines.get(0)).isEqualTo("INFO Agent ada at " + address + " has joined, and waits for games");
        assertThat(lines.stream().filter(line -> line.startsWith("WARNING"))).hasSize(1);
    }

    /** Waits for a line after the first, which is that of the first join. */
    private static void awaitLine(List<String> lines, String start) {
        await(start)
                .atMost(Duration.ofSeconds(20))
                .until(() -> lines.stream().skip(1).anyMatch(line -> line.startsWith(start)));
    }

    @Test
    void playInArena_nameThatIsTaken_throws() {
        try (ArenaAgent agent = client.playInArena("ada", TengenArenaTest::choose)) {
            assertThatThrownBy(() -> client.playInArena("ada", TengenArenaTest::choose))
                    .isInstanceOfSatisfying(
                            TengenException.class, e -> assertThat(e.reason()).isEqualTo("AGENT_NAME_TAKEN"));
        }
    }

    @Test
    void awaitEnd_policyThatThrows_throwsTheSame() {
        client.arena().create(cup(1));
        ArenaAgent agent = client.playInArena("ada", turn -> {
            throw new IllegalStateException("no idea");
        });

        assertThatThrownBy(agent::awaitEnd)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no idea");
    }

    @Test
    void cancel_tournamentThatWaits_isCancelled() {
        TengenArena arena = client.arena();
        arena.create(cup(1));

        assertThat(arena.cancel("cup").state()).isEqualTo(TournamentState.CANCELLED);
        assertThatThrownBy(() -> arena.cancel("cap"))
                .isInstanceOfSatisfying(
                        TengenException.class, e -> assertThat(e.reason()).isEqualTo("TOURNAMENT_NOT_FOUND"));
    }
}
