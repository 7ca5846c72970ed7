package dev.tengen.server.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.tengen.board.Grid;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.LaneRows;
import dev.tengen.env.RowField;
import dev.tengen.game.Rules;
import dev.tengen.proto.v1.OpenBatch;
import io.grpc.ManagedChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client that plays continuously on a thread of its own, and compares each answer with the same batch in this
 * process.
 */
public final class SteadyBatch implements AutoCloseable {
    private final ManagedChannel channel;
    private final BatchCall call;
    private final EnvironmentBatch local;
    private final AtomicInteger stepCount = new AtomicInteger();
    private final CompletableFuture<Void> end;
    private volatile boolean isStopped;

    private SteadyBatch(RunningServer server, int laneCount) {
        channel = server.newChannel(Runnable::run);
        call = BatchCall.open(
                channel,
                OpenBatch.newBuilder().setLaneCount(laneCount).addSeeds(7).addSpecs(Calls.square(5)));
        long[] seeds = new long[laneCount];
        Arrays.setAll(seeds, lane -> 7 + lane);
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(5), Rules.TROMP_TAYLOR);
        local = new EnvironmentBatch(List.of(spec), seeds, Autoreset.NEXT_STEP);
        requireSame(local.open());
        end = CompletableFuture.runAsync(this::play);
    }

    /** Starts a batch of 5x5. */
    public static SteadyBatch start(RunningServer server, int laneCount) {
        return new SteadyBatch(server, laneCount);
    }

    private void play() {
        int[] actions = new int[local.laneCount()];
        Arrays.fill(actions, EnvironmentBatch.DRAWN_ACTION);
        while (!isStopped) {
            call.step(actions);
            requireSame(local.step(actions));
            stepCount.incrementAndGet();
        }
    }

    private void requireSame(LaneRows rows) {
        assertThat(call.receive().getStates().getStateHashes())
                .isEqualTo(ByteString.copyFrom(rows.bytes(RowField.STATE_HASHES)));
    }

    /** Waits until it has played more. Fails the test if it does not. */
    public void requireProgress() {
        int before = stepCount.get();
        await().forever()
                .pollInterval(Duration.ofMillis(1))
                .forever()
                .until(() -> stepCount.get() >= before + 3 || end.isDone());
        assertThat(end).isNotDone();
    }

    @Override
    public void close() {
        isStopped = true;
        end.join();
        call.close();
        channel.shutdownNow();
    }
}
