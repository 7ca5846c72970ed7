package dev.tengen.server;

import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.ExpandResponse;
import dev.tengen.proto.v1.OpenForest;
import dev.tengen.proto.v1.TreeRoot;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SteadyBatch;
import dev.tengen.server.testing.TreeCall;
import dev.tengen.server.tree.ForestLimits;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients with trees that cancel, stall, send garbage and ask for too much, beside a batch that continues to play. It
 * must not be disturbed, and the others must leave nothing behind.
 */
@Tag("full")
class TreeChaosTest {
    private static final int STALLED_REQUESTS = 200;
    private static final int ROUNDS = 3;

    @RegisterExtension
    static final RunningServer SERVER =
            RunningServer.with(ServerConfig.DEFAULT.withForestLimits(new ForestLimits(2_000_000, 100)));

    private final SplitMix64 random = new SplitMix64(2030);

    private enum Mischief {
        CUT,
        CANCEL,
        STALL,
        HALF_CLOSE,
        NO_MESSAGE,
        TOO_MUCH
    }

    @Test
    void expand_manyKindsOfTrouble_leaveNothingBehind() throws Exception {
        try (SteadyBatch steady = SteadyBatch.start(SERVER, 40)) {
            for (int round = 0; round < ROUNDS; round++) {
                for (Mischief mischief : Mischief.values()) {
                    make(mischief);
                    steady.requireProgress();
                }
            }
        }
        SERVER.awaitNoTrees();
    }

    private void make(Mischief mischief) throws Exception {
        ManagedChannel channel = SERVER.newChannel(Runnable::run);
        try (TreeCall call = TreeCall.open(channel, forest())) {
            long root = grow(call);
            switch (mischief) {
                case CUT -> channel.shutdownNow();
                case CANCEL -> Thread.sleep(random.nextInt(20));
                case STALL -> stall(call, root);
                case HALF_CLOSE -> {
                    call.halfClose();
                    assertThat(call.awaitEnd()).isEqualTo(Status.OK);
                }
                case NO_MESSAGE -> {
                    call.sendBytes(new byte[] {0x0F}); // A key of wire type 7, which does not exist.
                    assertThat(call.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                }
                case TOO_MUCH -> askForTooMuch(channel, call);
                default -> throw new AssertionError(mischief);
            }
        } finally {
            channel.shutdownNow();
        }
        SERVER.awaitNoTrees();
    }

    private static OpenForest.Builder forest() {
        return OpenForest.newBuilder().addEncodings("alphazero-17").setMaxNodeCount(1_500_000);
    }

    private static TreeRoot.Builder root() {
        return TreeRoot.newBuilder().setSpec(square(19));
    }

    /** Plants a tree and sends some expansions, of which not all are answered. */
    private long grow(TreeCall call) {
        call.receive();
        long root = call.plant(root(), root()).get(0);
        int count = 1 + random.nextInt(10);
        for (int request = 0; request < count; request++) {
            send(call, root);
        }
        for (int answer = random.nextInt(count); answer > 0; answer--) {
            call.receive();
        }
        return root;
    }

    private static void send(TreeCall call, long root) {
        long[] parents = new long[1000];
        Arrays.fill(parents, root);
        int[] actions = new int[parents.length];
        Arrays.setAll(actions, row -> row % 361);
        call.send(TreeCall.expanding(TreeCall.longs(parents), BatchCall.ints(actions)));
    }

    /** Asks for 170 MB of answers, reads none of them, and leaves after the server has stopped working. */
    private static void stall(TreeCall call, long root) {
        call.stall();
        for (int request = 0; request < STALLED_REQUESTS; request++) {
            send(call, root);
        }
        AtomicLong last = new AtomicLong(-1);
        // The server stops working when the node count stays the same.
        await().forever()
                .during(Duration.ofMillis(200))
                .forever()
                .until(() -> SERVER.server().nodeCount()
                        == last.getAndSet(SERVER.server().nodeCount()));
        assertThat(call.answerCount()).isLessThan(12);
        assertThat(SERVER.server().nodeCount()).isBetween(1_000L, 100_000L);
    }

    private void askForTooMuch(ManagedChannel channel, TreeCall call) {
        assertThat(TreeCall.open(channel, forest()).awaitEnd().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        call.send(
                TreeCall.planting(Stream.generate(TreeChaosTest::root).limit(99).toArray(TreeRoot.Builder[]::new)));
        ExpandResponse answer = call.receive();
        while (!answer.hasError()) {
            answer = call.receive();
        }
        assertThat(answer.getError().getReason()).isEqualTo("TOO_MANY_TREES");
        assertThat(answer.getTreeCount()).isEqualTo(2);
    }
}
