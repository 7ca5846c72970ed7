package dev.tengen.client;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A stream of requests, for a caller who waits for answers. No more than two of them lie unread on this side.
 *
 * @param <Q> a request
 * @param <A> an answer
 */
final class AnswerStream<Q, A> extends ClientCall.Listener<A> {
    /** Far above the longest answer of a server, rows of ended episodes included. */
    private static final int MAX_ANSWER_BYTES = 256 << 20;

    private static final int READ_AHEAD = 2;

    private final ClientCall<Q, A> call;
    private final Duration timeout;
    private final BlockingQueue<Event<A>> events = new LinkedBlockingQueue<>();

    /** An answer, or the end of the stream and no answer. */
    private record Event<A>(Optional<A> answer, Optional<StatusRuntimeException> end) {}

    AnswerStream(Connection connection, MethodDescriptor<Q, A> method) {
        CallOptions options = CallOptions.DEFAULT
                // What is done with an answer is to put it into a queue; a hop to another thread costs more than that.
                .withExecutor(Runnable::run)
                .withMaxInboundMessageSize(MAX_ANSWER_BYTES);
        timeout = connection.timeout();
        call = connection.channel().newCall(method, options);
        call.start(this, new Metadata());
        call.request(READ_AHEAD);
    }

    void send(Q request) {
        call.sendMessage(request);
    }

    /** Waits for the next answer. Throws {@link TengenException} where there will be none or it does not come in time. */
    A receive() {
        Event<A> event = next();
        if (event == null) {
            call.cancel("no answer came in time", null);
            throw Failures.toException(Status.DEADLINE_EXCEEDED
                    .withDescription("no answer came within " + timeout.toMillis() + " ms")
                    .asRuntimeException());
        }
        if (event.end().isPresent()) {
            events.add(event); // Whoever asks again is told again.
            throw Failures.toException(event.end().get());
        }
        call.request(1);
        return event.answer().orElseThrow();
    }

    private @Nullable Event<A> next() {
        try {
            return events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            call.cancel("interrupted", e);
            Thread.currentThread().interrupt();
            throw Failures.toException(
                    Status.CANCELLED.withDescription("interrupted").withCause(e).asRuntimeException());
        }
    }

    @Override
    public void onMessage(A answer) {
        events.add(new Event<>(Optional.of(answer), Optional.empty()));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        events.add(new Event<>(Optional.empty(), Optional.of(status.asRuntimeException(trailers))));
    }

    /** Ends the stream, and with it what lives on it. Answers under way are lost. */
    void close() {
        call.cancel("the stream is closed", null);
    }
}
