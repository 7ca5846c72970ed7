package dev.tengen.client;

import dev.tengen.proto.v1.BatchServiceGrpc;
import dev.tengen.proto.v1.RunRequest;
import dev.tengen.proto.v1.RunResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The stream of one batch, for a caller who waits for answers. No more than two of them lie unread on this side. */
final class BatchStream extends ClientCall.Listener<RunResponse> {
    /** Far above the longest answer of a server, rows of ended episodes included. */
    private static final int MAX_ANSWER_BYTES = 256 << 20;

    private static final int READ_AHEAD = 2;

    private final ClientCall<RunRequest, RunResponse> call;
    private final Duration timeout;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** An answer, or the end of the stream and no answer. */
    private record Event(RunResponse answer, Optional<StatusRuntimeException> end) {}

    BatchStream(Connection connection) {
        CallOptions options = CallOptions.DEFAULT
                // What is done with an answer is to put it into a queue; a hop to another thread costs more than that.
                .withExecutor(Runnable::run)
                .withMaxInboundMessageSize(MAX_ANSWER_BYTES);
        timeout = connection.timeout();
        call = connection.channel().newCall(BatchServiceGrpc.getRunMethod(), options);
        call.start(this, new Metadata());
        call.request(READ_AHEAD);
    }

    void send(RunRequest request) {
        call.sendMessage(request);
    }

    /** Waits for the next answer. Throws {@link TengenException} where there will be none or it does not come in time. */
    RunResponse receive() {
        Event event = next();
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
        return event.answer();
    }

    private @Nullable Event next() {
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
    public void onMessage(RunResponse answer) {
        events.add(new Event(answer, Optional.empty()));
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        events.add(new Event(RunResponse.getDefaultInstance(), Optional.of(status.asRuntimeException(trailers))));
    }

    /** Ends the stream, and with it the lanes. Answers under way are lost. */
    void close() {
        call.cancel("the batch is closed", null);
    }
}
