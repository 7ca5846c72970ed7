package dev.tengen.client.internal;

import dev.tengen.client.error.TengenException;
import io.grpc.CallOptions;
import io.grpc.Channel;
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
 * A bidirectional stream whose caller blocks until the next response. One thread may send while another receives.
 *
 * @param <Q> type of the requests
 * @param <R> type of the responses
 */
public final class BlockingStream<Q, R> extends ClientCall.Listener<R> implements AutoCloseable {
    /** Far above the longest response of a server, rows of ended episodes included. */
    private static final int MAX_RESPONSE_BYTES = 256 << 20;

    private static final int READ_AHEAD = 2;

    private final Connection connection;
    private final Channel channel;
    private final MethodDescriptor<Q, R> method;
    private final ClientCall<Q, R> call;
    private final Duration timeout;
    private final BlockingQueue<Event<R>> events = new LinkedBlockingQueue<>();
    private volatile boolean isCompleted;

    /** A response, or the end of the stream. */
    private record Event<R>(Optional<R> response, Optional<StatusRuntimeException> end) {}

    private BlockingStream(
            Connection connection, MethodDescriptor<Q, R> method, Duration timeout, int unreadResponseCount) {
        CallOptions options = CallOptions.DEFAULT
                // The listener only adds to a queue. A hop to another thread costs more than that.
                .withExecutor(Runnable::run)
                .withMaxInboundMessageSize(MAX_RESPONSE_BYTES);
        this.connection = connection;
        this.method = method;
        this.timeout = timeout;
        channel = connection.channel();
        call = channel.newCall(method, options);
        call.start(this, new Metadata());
        call.request(unreadResponseCount);
    }

    /**
     * A stream that the server has accepted.
     *
     * @param <Q> type of the requests
     * @param <R> type of the responses
     * @param stream the stream
     * @param first the response to the first request
     */
    public record Opened<Q, R>(BlockingStream<Q, R> stream, R first) {}

    /**
     * Opens a stream of requests and their responses, sends the first request and waits for its response. Retries this
     * until the connection's timeout has passed while the server cannot be reached or is overloaded. At most two unread
     * responses are queued on this side. {@link #receive} waits as long as the connection's timeout.
     *
     * @throws TengenException if the server rejects the first request, or cannot be reached
     */
    public static <Q, R> Opened<Q, R> open(Connection connection, MethodDescriptor<Q, R> method, Q first) {
        RetrySchedule attempts = new RetrySchedule(connection.timeout());
        connection.place(method);
        while (true) {
            BlockingStream<Q, R> stream = new BlockingStream<>(connection, method, connection.timeout(), READ_AHEAD);
            try {
                stream.send(first);
                R response = stream.receive();
                connection.noteAnswer();
                return new Opened<>(stream, response);
            } catch (TengenException e) {
                stream.close();
                Optional<Duration> delay = connection.isAbsent(e) ? Optional.empty() : attempts.delayAfter(e);
                if (delay.isEmpty() || !Connection.sleep(delay.get())) {
                    throw attempts.failure(e);
                }
                connection.tryNext();
            }
        }
    }

    /**
     * Opens a stream on which the server speaks first. The queue of unread responses is unbounded, so the server never
     * waits for a slow reader. {@link #receive} waits without a limit.
     */
    public static <Q, R> BlockingStream<Q, R> openUnbounded(Connection connection, MethodDescriptor<Q, R> method) {
        return new BlockingStream<>(connection, method, Duration.ofNanos(Long.MAX_VALUE), Integer.MAX_VALUE);
    }

    /** Lets later streams avoid the server of this one for a moment, if there are several. */
    public void avoidServer() {
        connection.avoid(channel);
    }

    /** Sends a request and does not wait. */
    public void send(Q request) {
        call.sendMessage(request);
    }

    /**
     * Waits for the next response.
     *
     * @throws TengenException if the stream has ended, no response arrives in time, or the thread is interrupted
     */
    public R receive() {
        Event<R> event = next();
        if (event == null) {
            call.cancel("no answer came in time", null);
            throw ExceptionConverter.toException(Status.DEADLINE_EXCEEDED
                    .withDescription("no answer came within " + timeout.toMillis() + " ms")
                    .asRuntimeException());
        }
        if (event.end().isPresent()) {
            events.add(event); // The next call fails in the same way.
            throw connection
                    .explain(ExceptionConverter.toException(event.end().get()), method)
                    .join();
        }
        call.request(1);
        return event.response().orElseThrow();
    }

    private @Nullable Event<R> next() {
        try {
            return events.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            call.cancel("interrupted", e);
            Thread.currentThread().interrupt();
            throw ExceptionConverter.toException(
                    Status.CANCELLED.withDescription("interrupted").withCause(e).asRuntimeException());
        }
    }

    @Override
    public void onMessage(R response) {
        events.add(new Event<>(Optional.of(response), Optional.empty()));
    }

    /** Returns whether the server has ended the stream without an error. Responses may still wait to be received. */
    public boolean isCompleted() {
        return isCompleted;
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        isCompleted = status.isOk();
        Status end = status.isOk() ? Status.UNAVAILABLE.withDescription("the server ended the stream") : status;
        events.add(new Event<>(Optional.empty(), Optional.of(end.asRuntimeException(trailers))));
    }

    /** Cancels the stream. The server drops what belongs to it. Responses on the way are lost. */
    @Override
    public void close() {
        call.cancel("the stream is closed", null);
    }
}
