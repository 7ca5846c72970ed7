package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.GetSessionRequest;
import dev.tengen.proto.v1.GetSessionResponse;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.PostgresCluster;
import io.grpc.ManagedChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients play on sessions of a server that is killed at random moments and started again. No acknowledged change is
 * lost, and none is made twice: each client expects the move number before each change, so either would be an error.
 */
@Tag("full")
class KilledServerTest {
    private static final int CLIENT_COUNT = 16;

    /** The changes that must be acknowledged between two kills. */
    private static final int CHANGE_COUNT = 20;

    @TempDir
    private Path folder;

    @Test
    void sqlite_killed4Times_losesAndRepeatsNothing() throws Exception {
        killAndCheck(folder.resolve("sessions.db").toString(), 4);
    }

    @Test
    void postgres_killed3Times_losesAndRepeatsNothing() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), 3);
    }

    @Test
    @Tag("long")
    void sqlite_killed100Times_losesAndRepeatsNothing() throws Exception {
        killAndCheck(folder.resolve("sessions.db").toString(), 100);
    }

    @Test
    @Tag("long")
    void postgres_killed100Times_losesAndRepeatsNothing() throws Exception {
        killAndCheck(PostgresCluster.get().newDatabase(), 100);
    }

    private static void killAndCheck(String url, int killCount) throws Exception {
        Random random = new Random(killCount);
        AtomicBoolean isOver = new AtomicBoolean();
        List<SteppingClient> clients = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENT_COUNT);
        try (StoredServerProcess server = new StoredServerProcess(url, Map.of())) {
            server.start();
            for (int seed = 0; seed < CLIENT_COUNT; seed++) {
                clients.add(new SteppingClient(server.port(), seed, () -> 0));
            }
            List<Future<?>> playing = new ArrayList<>();
            for (SteppingClient client : clients) {
                playing.add(threads.submit(() -> {
                    while (!isOver.get()) {
                        client.step();
                    }
                }));
            }
            for (int kill = 0; kill < killCount; kill++) {
                awaitChanges(clients, playing);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(500));
                server.kill();
                server.start();
            }
            awaitChanges(clients, playing);
            isOver.set(true);
            for (Future<?> player : playing) {
                player.get();
            }
            check(server.port(), clients);
        } finally {
            isOver.set(true);
            threads.shutdownNow();
            clients.forEach(SteppingClient::close);
        }
        assertThat(clients.stream().mapToInt(SteppingClient::retryCount).sum()).isGreaterThanOrEqualTo(killCount);
    }

    /** Waits until the server has acknowledged some changes, however long it takes on a machine that others use. */
    private static void awaitChanges(List<SteppingClient> clients, List<Future<?>> playing) throws Exception {
        int enough = changeCount(clients) + CHANGE_COUNT;
        while (changeCount(clients) < enough) {
            TimeUnit.MILLISECONDS.sleep(5);
            for (Future<?> player : playing) {
                if (player.isDone()) {
                    player.get(); // Throws what stopped it.
                }
            }
        }
    }

    private static int changeCount(List<SteppingClient> clients) {
        return clients.stream().mapToInt(client -> client.acks().size()).sum();
    }

    private static void check(int port, List<SteppingClient> clients) {
        ManagedChannel channel = RunningServer.newChannel(port, Runnable::run);
        try {
            for (SteppingClient client : clients) {
                SteppingClient.Ack last = client.acks().get(client.acks().size() - 1);
                GetSessionResponse state = EnvironmentServiceGrpc.newBlockingStub(channel)
                        .getSession(GetSessionRequest.newBuilder()
                                .setSessionId(client.id())
                                .build());
                assertThat(state.getTimestep().getEpisode()).isEqualTo(last.episode());
                assertThat(state.getTimestep().getMoveNumber()).isEqualTo(last.moveNumber());
                assertThat(state.getTimestep().getStateHash()).isEqualTo(last.stateHash());
            }
        } finally {
            channel.shutdownNow();
        }
    }
}
