package dev.tengen.server;

import static dev.tengen.server.testing.BatchCall.ints;
import static dev.tengen.server.testing.Calls.square;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import dev.tengen.base.SplitMix64;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.StepBatch;
import dev.tengen.server.testing.BatchCall;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.server.testing.SteadyBatch;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Clients that cancel, stall, send garbage and ask for too much, beside one that continues to play. It must not be
 * disturbed, and the others must leave nothing behind.
 */
@Tag("full")
class BatchChaosTest {
    private static final int MAX_LANES = 5_000;
    private static final int STEADY_LANES = 40;
    private static final int TRANSPORT_LIMIT = 16 << 20;
    private static final int STALLED_REQUESTS = 300;

    @RegisterExtension
    static final RunningServer SERVER = RunningServer.with(ServerConfig.DEFAULT.withMaxLaneCount(MAX_LANES));

    private final SplitMix64 random = new SplitMix64(2029);
    private final Map<String, Integer> counts = new TreeMap<>();

    private enum Mischief {
        CUT,
        STALL,
        NO_MESSAGE,
        NO_HTTP,
        TOO_MANY_LANES,
        TOO_LONG,
        CANCEL,
        HALF_CLOSE,
        BAD_REQUEST
    }

    @Test
    void run_twentyKindsOfTrouble_leaveNothingBehind() throws Exception {
        play(20);
    }

    @Test
    @Tag("long")
    void run_twoHundredKindsOfTrouble_leaveNothingBehind() throws Exception {
        play(40);
        long before = usedHeapBytes();

        play(160);

        assertThat(usedHeapBytes() - before).as("growth of the heap").isLessThan(8L << 20);
    }

    private static long usedHeapBytes() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int time = 0; time < 5; time++) {
            System.gc();
            Thread.sleep(50);
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    private void play(int times) throws Exception {
        try (SteadyBatch steady = SteadyBatch.start(SERVER, STEADY_LANES)) {
            for (int time = 0; time < times; time++) {
                Mischief mischief = Mischief.values()[time % Mischief.values().length];
                counts.merge(mischief.name(), 1, Integer::sum);
                make(mischief);
                steady.requireProgress();
            }
            awaitLanes(STEADY_LANES);
        }
        awaitLanes(0);
        assertThat(counts).hasSize(Mischief.values().length);
    }

    private static void awaitLanes(int count) {
        await().forever().until(() -> SERVER.server().openLaneCount() == count);
    }

    private void make(Mischief mischief) throws Exception {
        ManagedChannel channel = SERVER.newChannel(Runnable::run);
        try {
            switch (mischief) {
                case CUT -> {
                    busyBatch(channel);
                    channel.shutdownNow();
                }
                case STALL -> stall(channel);
                case NO_MESSAGE -> sendNoMessage(channel);
                case NO_HTTP -> sendNoHttp();
                case TOO_MANY_LANES -> openTooMany(channel);
                case TOO_LONG -> sendTooLong(channel);
                case CANCEL -> {
                    BatchCall call = busyBatch(channel);
                    Thread.sleep(random.nextInt(20));
                    call.close();
                }
                case HALF_CLOSE -> {
                    BatchCall call = busyBatch(channel);
                    call.halfClose();
                    assertThat(call.awaitEnd()).isEqualTo(Status.OK);
                }
                case BAD_REQUEST -> {
                    BatchCall call = busyBatch(channel);
                    call.step(1);
                    assertThat(call.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
                }
                default -> throw new AssertionError(mischief);
            }
        } finally {
            channel.shutdownNow();
        }
    }

    private static EnvironmentSpec.Builder spec() {
        return square(9).addEncodings("alphazero-17");
    }

    /** Opens a batch and sends some steps, of which some are answered. */
    private BatchCall busyBatch(ManagedChannel channel) {
        int laneCount = 1 + random.nextInt(1000);
        BatchCall call = BatchCall.open(
                channel, OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(spec()));
        call.receive();
        int count = random.nextInt(20);
        for (int request = 0; request < count; request++) {
            call.step(drawn(laneCount));
        }
        for (int answer = random.nextInt(count + 1); answer > 0; answer--) {
            call.receive();
        }
        return call;
    }

    private static int[] drawn(int count) {
        int[] actions = new int[count];
        Arrays.fill(actions, -3);
        return actions;
    }

    /** Asks for 70 MB of answers, reads few of them, and leaves after the server must have stopped working. */
    private static void stall(ManagedChannel channel) {
        int laneCount = 1000;
        BatchCall call = BatchCall.open(
                channel, OpenBatch.newBuilder().setLaneCount(laneCount).addSpecs(spec()));
        call.receive();
        call.stall();
        for (int request = 0; request < STALLED_REQUESTS; request++) {
            call.step(drawn(laneCount));
        }
        // The server must stop after a few answers, of which the client reads at most two.
        await().forever().during(Duration.ofMillis(200)).forever().until(() -> call.answerCount() < 3);
        assertThat(SERVER.server().openLaneCount()).isEqualTo(STEADY_LANES + laneCount);
        call.close();
        awaitLanes(STEADY_LANES);
    }

    private void sendNoMessage(ManagedChannel channel) {
        byte[] bytes = new byte[1 + random.nextInt(50)];
        for (int index = 1; index < bytes.length; index++) {
            bytes[index] = (byte) random.nextInt(256);
        }
        bytes[0] = 0x0F; // A key of wire type 7, which does not exist.
        try (BatchCall call = busyBatch(channel)) {
            call.sendBytes(bytes);
            assertThat(call.awaitEnd().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
    }

    private void sendNoHttp() throws IOException {
        byte[] bytes = new byte[100];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) random.nextInt(256);
        }
        try (Socket socket = new Socket("127.0.0.1", SERVER.server().port());
                OutputStream out = socket.getOutputStream()) {
            out.write(bytes);
        }
    }

    private static void openTooMany(ManagedChannel channel) {
        OpenBatch.Builder open =
                OpenBatch.newBuilder().setLaneCount(MAX_LANES - 10).addSpecs(square(3));
        assertThat(BatchCall.open(channel, open).awaitEnd().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(BatchCall.open(channel, open.setLaneCount(MAX_LANES + 1))
                        .awaitEnd()
                        .getCode())
                .isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    private void sendTooLong(ManagedChannel channel) {
        UnknownFieldSet.Field content = UnknownFieldSet.Field.newBuilder()
                .addLengthDelimited(ByteString.copyFrom(new byte[TRANSPORT_LIMIT]))
                .build();
        try (BatchCall call = busyBatch(channel)) {
            call.send(RunRequest.newBuilder()
                    .setStep(StepBatch.newBuilder().setActions(ints(1)))
                    .setUnknownFields(
                            UnknownFieldSet.newBuilder().addField(1000, content).build())
                    .build());
            assertThat(call.awaitEnd().getCode()).isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.CANCELLED);
        }
    }
}
