package dev.tengen.server.testing;

import com.google.protobuf.MessageLite;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A stream of requests, with the answers in a queue. It reads as fast as it can until it is stalled.
 *
 * @param <Q> a request
 * @param <A> an answer
 */
public class StreamCall<Q extends MessageLite, A> extends ClientCall.Listener<A> implements AutoCloseable {
    private static final int WAIT_SECONDS = 300;

    private final ClientCall<Object, A> call;
    private final LinkedBlockingQueue<A> answers = new LinkedBlockingQueue<>();
    private final CompletableFuture<Status> end = new CompletableFuture<>();
    private volatile Metadata trailers = new Metadata();
    private volatile boolean isStalled;

    /** Starts a stream of {@code method}. */
    @SuppressWarnings("this-escape") // Only this class, whose fields are set, receives answers.
    protected StreamCall(Channel channel, MethodDescriptor<Q, A> method) {
        call = channel.newCall(takingBytes(method), CallOptions.DEFAULT);
        call.start(this, new Metadata());
        call.request(1);
    }

    /** Returns {@code method} as one that sends any bytes in place of a request. */
    private static <Q, A> MethodDescriptor<Object, A> takingBytes(MethodDescriptor<Q, A> method) {
        MethodDescriptor.Marshaller<Object> marshaller = new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(Object request) {
                return new ByteArrayInputStream(
                        request instanceof MessageLite message ? message.toByteArray() : (byte[]) request);
            }

            @Override
            public Object parse(InputStream bytes) {
                throw new AssertionError("nobody reads requests here");
            }
        };
        return method.toBuilder(marshaller, method.getResponseMarshaller()).build();
    }

    /** Sends a request. */
    public void send(Q request) {
        call.sendMessage(request);
    }

    /** Sends bytes that need not be a request. */
    public void sendBytes(byte[] bytes) {
        call.sendMessage(bytes);
    }

    /** Returns the count of answers that arrived and were not {@linkplain #receive received}. */
    public int answerCount() {
        return answers.size();
    }

    /** Sends no more. */
    public void halfClose() {
        call.halfClose();
    }

    /** Reads no more. */
    public void stall() {
        isStalled = true;
    }

    /** Reads on after {@link #stall}. */
    public void resume() {
        isStalled = false;
        call.request(1);
    }

    /** Waits for the next answer; throws the error that ended the stream if there is none. */
    public A receive() {
        try {
            long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
            while (System.nanoTime() < limit) {
                A answer = answers.poll(10, TimeUnit.MILLISECONDS);
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
            throw new AssertionError("the stream did not end; waiting answers: " + answers, e);
        }
    }

    /** Waits for the end of the stream and returns it as an error, also if its status is OK. */
    public StatusRuntimeException failure() {
        return awaitEnd().asRuntimeException(trailers);
    }

    @Override
    public void onMessage(A answer) {
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
