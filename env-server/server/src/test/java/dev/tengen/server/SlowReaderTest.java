package dev.tengen.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.Failure;
import dev.tengen.server.testing.RunningServer;
import io.grpc.Status;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Streams whose clients do not read end, and those whose clients are slow but read do not. */
class SlowReaderTest {
    private static final int LANES = 512;

    /** More answers than the transport buffers. */
    private static final int REQUESTS = 30;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(
            ServerConfig.DEFAULT.withConnectionLimits(new ConnectionLimits(100, 100, 100, Duration.ofMillis(300))));

    private static BatchCall open() {
        return BatchCall.open(
                SERVER.channel(),
                OpenBatch.newBuilder()
                        .setLaneCount(LANES)
                        .addSeeds(1)
                        .addSpecs(EnvironmentSpec.newBuilder()
                                .setWidth(19)
                                .setHeight(19)
                                .addEncodings("alphazero-17")));
    }

    private static void step(BatchCall batch) {
        int[] actions = new int[LANES];
        Arrays.fill(actions, -3);
        batch.step(actions);
    }

    @Test
    void run_clientDoesNotRead_endsAndFreesTheLanes() {
        try (BatchCall batch = open()) {
            batch.receive();
            batch.stall();
            for (int i = 0; i < REQUESTS; i++) {
                step(batch);
            }
            await().forever().until(() -> SERVER.server().openLaneCount() == 0);

            batch.resume();
            Failure failure = Failure.of(batch.failure());

            assertThat(failure.code()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
            assertThat(failure.reason()).contains("SLOW_READER");
            assertThat(failure.description()).contains("300 ms");
        }
    }

    @Test
    void run_clientReadsAndPausesForLonger_continues() throws Exception {
        try (BatchCall batch = open()) {
            batch.receive();
            for (int i = 0; i < 3; i++) {
                Thread.sleep(500);
                step(batch);
                assertThat(batch.receive().getStates().getMoveNumbers().size()).isPositive();
            }
        }
        SERVER.awaitNoLanes();
    }
}
