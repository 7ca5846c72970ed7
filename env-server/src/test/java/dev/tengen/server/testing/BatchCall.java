package dev.tengen.server.testing;

import com.google.protobuf.ByteString;
import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.proto.v1.ResetBatch;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import dev.tengen.proto.v1.StepBatch;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A stream of {@code BatchService.Run}, with answers in a queue. It reads as fast as it can unless it is told to stall. */
public final class BatchCall extends ClientCall.Listener<RunResponse> implements AutoCloseable {
    private static final int WAIT_SECONDS = 20;

    /** Sends bytes of any kind in place of a request. */
    private static final MethodDescriptor<Object, RunResponse> METHOD = BatchServiceGrpc.getRunMethod().toBuilder(
                    new MethodDescriptor.Marshaller<Object>() {
                        @Override
                        public InputStream stream(Object request) {
                            return new ByteArrayInputStream(
                                    request instanceof RunRequest message ? message.toByteArray() : (byte[]) request);
                        }

                        @Override
                        public Object parse(InputStream bytes) {
                            throw new AssertionError("nobody reads requests here");
                        }
                    },
                    BatchServiceGrpc.getRunMethod().getResponseMarshaller())
            .build();

    private final ClientCall<Object, RunResponse> call;
    private final LinkedBlockingQueue<RunResponse> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private volatile Metadata trailers = new Metadata();
    private volatile boolean isStalled;

    /** Starts a stream. */
    public BatchCall(Channel channel) {
        call = channel.newCall(METHOD, CallOptions.DEFAULT);
        call.start(this, new Metadata());
        call.request(1);
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

    /** Sends a request. */
    public void send(RunRequest request) {
        call.sendMessage(request);
    }

    /** Sends bytes that need not be a request. */
    public void sendBytes(byte[] bytes) {
        call.sendMessage(bytes);
    }

    /** Returns the count of answers that came and were not {@linkplain #receive received}. */
    public int answerCount() {
        return answers.size();
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

    /** Asks for new episodes. */
    public void reset(ResetBatch.Builder reset) {
        send(RunRequest.newBuilder().setReset(reset).build());
    }

    /** Sends no more. */
    public void halfClose() {
        call.halfClose();
    }

    /** Reads no more. */
    public void stall() {
        isStalled = true;
    }

    /** Waits for the next answer; throws what ended the stream where there is none. */
    public RunResponse receive() {
        try {
            long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
            while (System.nanoTime() < limit) {
                RunResponse answer = answers.poll(10, TimeUnit.MILLISECONDS);
                if (answer != null) {
                    return answer;
                }
                if (end.isDone() && answers.isEmpty()) {
                    throw failure();
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("no answer came");
    }

    /** Waits for the end of the stream and returns its status. */
    public Status awaitEnd() {
        try {
            return end.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("the stream did not end", e);
        }
    }

    /** Waits for the end of the stream and returns it as an error, whatever its status. */
    public StatusRuntimeException failure() {
        return awaitEnd().asRuntimeException(trailers);
    }

    @Override
    public void onMessage(RunResponse answer) {
        answers.add(answer);
        if (!isStalled) {
            call.request(1);
        }
    }

    @Override
    public void onClose(Status status, Metadata given) {
        trailers = given;
        end.complete(status);
    }

    /** Cancels the stream, if it has not ended. */
    @Override
    public void close() {
        call.cancel("the test is over", null);
    }
}
