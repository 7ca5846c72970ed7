package dev.tengen.client;

import dev.tengen.proto.v1.PlayRequest;
import dev.tengen.proto.v1.PlayResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A stream to the arena. Messages are taken as they come, while the agent thinks: a few for each of its games, so that the server
 * never waits for a reader.
 */
final class AgentLine extends ClientCall.Listener<PlayResponse> implements AutoCloseable {
    private static final int MAX_MESSAGE_BYTES = 64 << 20;

    private final ClientCall<PlayRequest, PlayResponse> call;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** A message, or the end of the stream and no message. */
    private record Event(Optional<PlayResponse> message, Optional<StatusRuntimeException> end) {}

    AgentLine(Connection connection, MethodDescriptor<PlayRequest, PlayResponse> method) {
        CallOptions options =
                CallOptions.DEFAULT.withExecutor(Runnable::run).withMaxInboundMessageSize(MAX_MESSAGE_BYTES);
        call = connection.channel().newCall(method, options);
        call.start(this, new Metadata());
        call.request(1);
    }

    void send(PlayRequest request) {
        call.sendMessage(request);
    }

    /** Waits for the next message. Throws {@link TengenException} where there will be none. */
    PlayResponse receive() {
        Event event;
        try {
            event = events.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.toException(
                    Status.ABORTED.withDescription("interrupted").withCause(e).asRuntimeException());
        }
        return event.message()
                .orElseThrow(() -> Failures.toException(event.end().orElseThrow()));
    }

    @Override
    public void onMessage(PlayResponse message) {
        events.add(new Event(Optional.of(message), Optional.empty()));
        call.request(1);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        Status end = status.isOk() ? Status.UNAVAILABLE.withDescription("the server ended the stream") : status;
        events.add(new Event(Optional.empty(), Optional.of(end.asRuntimeException(trailers))));
    }

    @Override
    public void close() {
        call.cancel("the agent leaves", null);
    }
}
