package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import io.grpc.Channel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A stream of {@code BatchService.Run}. */
public final class BatchCall extends StreamCall<RunRequest, RunResponse> {
    /** Starts a stream. */
    public BatchCall(Channel channel) {
        super(channel, BatchServiceGrpc.getRunMethod());
    }

    /** Starts a stream and opens a batch on it. */
    public static BatchCall open(Channel channel, OpenBatch.Builder open) {
        BatchCall call = new BatchCall(channel);
        call.send(RunRequest.newBuilder().setOpen(open).build());
        return call;
    }

    /** Returns numbers as int32, little endian. */
    public static ByteString ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * numbers.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return ByteString.copyFrom(bytes.array());
    }

    /** Returns the numbers that {@code bytes} holds. */
    public static int[] ints(ByteString bytes) {
        int[] numbers = new int[bytes.size() / Integer.BYTES];
        bytes.asReadOnlyByteBuffer()
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(numbers);
        return numbers;
    }

    /** Sends actions for all lanes. */
    public void step(int... actions) {
        stepSome(ByteString.EMPTY, actions);
    }

    /** Sends actions for {@code lanes}. */
    public void stepSome(ByteString lanes, int... actions) {
        send(RunRequest.newBuilder()
                .setStep(StepBatch.newBuilder().setLanes(lanes).setActions(ints(actions)))
                .build());
    }

    /** Sends a request for new episodes. */
    public void reset(ResetBatch.Builder reset) {
        send(RunRequest.newBuilder().setReset(reset).build());
    }
}
