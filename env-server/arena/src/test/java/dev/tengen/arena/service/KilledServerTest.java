package dev.tengen.arena.service;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.settings.FormatSettings;
import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.tournament.BuiltInEntrant;
import dev.tengen.arena.tournament.RecordAudit;
import dev.tengen.board.Grid;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.ArenaServiceGrpc;
import dev.tengen.proto.v1.JoinArena;
import dev.tengen.proto.v1.WatchTournamentRequest;
import dev.tengen.store.PostgresCluster;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills a server during a tournament between an agent and built-in players, and starts another one. At the
 * end, exactly the scheduled games were played, and the standings are those of their records.
 */
@Tag("full")
class KilledServerTest {
    private static final String NAME = "cup";

    @TempDir
    private Path folder;

    private final Random random = new Random(11);

    @Test
    void sqlite_killed5Times_playsTheScheduledGames() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), 5, 20);
    }

    @Test
    @Tag("long")
    void sqlite_killed50Times_playsTheScheduledGames() throws Exception {
        killAndCheck(folder.resolve("arena.db").toString(), 50, 150);
    }

    @Test
    @Tag("long")
    void postgres_killed50Times_playsTheScheduledGames() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), 50, 150);
    }

    private static TournamentSettings cup(int pairCount) {
        return TournamentSettings.of(
                NAME,
                List.of(
                        new PlayerSettings("ada", PlayerSettings.AGENT),
                        new PlayerSettings("random", "random"),
                        new PlayerSettings("greedy", "greedy")),
                new FormatSettings.RoundRobin(pairCount),
                Grid.square(5));
    }

    private void killAndCheck(String url, int killCount, int pairCount) throws Exception {
        TournamentSettings cup = cup(pairCount);
        try (ArenaStore store = ArenaStore.open(url)) {
            store.tournaments().create(cup.stored(Instant.now()));
        }
        int port = freePort();
        int killedGameCount = 0;
        for (int i = 0; i < killCount; i++) {
            playAndKill(url, port);
            try (ArenaStore store = ArenaStore.open(url)) {
                killedGameCount += (int) store.games().list(NAME).stream()
                        .filter(game -> game.state() == GameState.RUNNING)
                        .count();
            }
        }
        assertThat(killedGameCount).as("games that a kill has hit").isPositive();

        playToTheEnd(url, port);

        try (ArenaStore store = ArenaStore.open(url)) {
            assertThat(store.tournaments().get(NAME).state()).isEqualTo(TournamentState.ENDED);
            assertThat(store.games().list(NAME))
                    .hasSize(6 * pairCount)
                    .allMatch(game -> game.state() == GameState.ENDED)
                    .extracting(StoredGame::game)
                    .doesNotHaveDuplicates();
            new RecordAudit(
                            store,
                            NAME,
                            cup.spec(player -> new BuiltInEntrant(player.name(), Players.RANDOM, Runnable::run)))
                    .check();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Process start(String url, int port) throws IOException {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ArenaProgram.class.getName(),
                        url,
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(requireNonNull(server.inputReader().readLine(), "the server does not start"))
                .isEqualTo("ready");
        return server;
    }

    private static ManagedChannel channel(int port) {
        return NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    }

    private static RawAgent join(ManagedChannel channel) {
        return RawAgent.join(channel, JoinArena.newBuilder().setName("ada").build(), RawAgent.Policy.FIRST_LEGAL);
    }

    /** Waits until the agent has played a few games, and kills the server at a random moment. */
    private void playAndKill(String url, int port) throws Exception {
        Process server = start(url, port);
        ManagedChannel channel = channel(port);
        try {
            RawAgent ada = join(channel);
            int endCount = random.nextInt(3);
            ada.await(response -> ada.ends().size() >= endCount);
            TimeUnit.MICROSECONDS.sleep(random.nextInt(20_000));
        } finally {
            server.destroyForcibly().waitFor();
            channel.shutdownNow();
        }
    }

    private static void playToTheEnd(String url, int port) throws Exception {
        Process server = start(url, port);
        ManagedChannel channel = channel(port);
        try {
            join(channel);
            ArenaServiceGrpc.newBlockingStub(channel)
                    .withDeadlineAfter(10, TimeUnit.MINUTES)
                    .watchTournament(
                            WatchTournamentRequest.newBuilder().setName(NAME).build())
                    .forEachRemaining(state -> {});
        } finally {
            server.destroyForcibly().waitFor();
            channel.shutdownNow();
        }
    }
}
