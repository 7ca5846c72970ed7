package dev.tengen.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.SessionSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * A connection that falls silent: both ends think that it is open, and nothing arrives. Without pings, a call waits for
 * its deadline, and so does the next one.
 */
@Tag("full")
class SilentConnectionTest {
    @RegisterExtension
    private static final RunningServer SERVER = new RunningServer();

    /** Deadlines that no call of this test reaches. */
    private static final Duration DEADLINE = Duration.ofHours(1);

    /** The shortest period that gRPC allows. */
    private static final Channels.KeepAlive FAST =
            new Channels.KeepAlive(Duration.ofSeconds(10), Duration.ofMillis(500));

    private static TengenClient connect(SilentRelay relay) {
        return new TengenClient(
                Channels.connect("127.0.0.1:" + relay.port(), DEADLINE, ConnectionSecurity.NONE, DEADLINE, FAST));
    }

    @Test
    void calls_connectionFallsSilent_endLongBeforeTheirDeadlines() throws IOException {
        int port = Integer.parseInt(SERVER.address().substring(SERVER.address().lastIndexOf(':') + 1));
        ExecutorService threads = Executors.newCachedThreadPool();
        try (SilentRelay relay = new SilentRelay(port);
                TengenClient client = connect(relay)) {
            TengenSession session = client.createSession(SessionSpec.of(5, 5));
            TengenBatch batch = client.openBatch(BatchSpec.of(2, SessionSpec.of(5, 5)));
            assertThat(batch.step(0, 1).moveNumber(0)).isEqualTo(1);

            relay.silence();
            CompletableFuture<Integer> step =
                    CompletableFuture.supplyAsync(() -> session.step(0).moveNumber(), threads);
            CompletableFuture<Integer> steps =
                    CompletableFuture.supplyAsync(() -> batch.step(2, 3).moveNumber(0), threads);

            // The session continues on another connection; a batch without a journal is lost with its own.
            await().forever().until(() -> step.isDone() && steps.isDone());
            assertThat(step).isCompletedWithValue(1);
            assertThat(steps).isCompletedExceptionally();
        } finally {
            threads.shutdownNow();
        }
    }
}
