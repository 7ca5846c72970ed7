package dev.tengen.server.service;

import dev.tengen.server.error.ErrorText;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/** Shortens the descriptions of statuses, also those of the services of gRPC itself, which repeat any name that a client sends. */
public final class StatusLengthInterceptor implements ServerInterceptor {
    /** Creates the interceptor. */
    public StatusLengthInterceptor() {}

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return next.startCall(
                new SimpleForwardingServerCall<>(call) {
                    @Override
                    public void close(Status status, Metadata trailers) {
                        super.close(shortened(status), trailers);
                    }
                },
                headers);
    }

    private static Status shortened(Status status) {
        @Nullable String description = status.getDescription();
        return description == null
                ? status
                : status.withDescription(ErrorText.shortened(description, ErrorText.MAX_ENCODED_LENGTH));
    }
}
