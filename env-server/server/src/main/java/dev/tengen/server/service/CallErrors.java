package dev.tengen.server.service;

import dev.tengen.server.convert.StatusConverter;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends calls with the status of an error: the one way from an exception to the wire. */
final class CallErrors {
    private static final Logger LOG = LoggerFactory.getLogger(CallErrors.class);

    private CallErrors() {}

    /** Returns the status of {@code error}, which may be used once. */
    static StatusRuntimeException status(Throwable error) {
        return StatusConverter.toStatus(error);
    }

    /** Ends the call of {@code observer} with the status of {@code error}. */
    static void fail(StreamObserver<?> observer, Throwable error) {
        observer.onError(status(error));
    }

    /** Ends {@code call} with the status of {@code error}, unless it has ended. */
    static void close(ServerCall<?, ?> call, Throwable error) {
        closeWith(call, status(error));
    }

    /** Ends {@code call} with {@code status}, which may be used again, unless it has ended. */
    static void closeWith(ServerCall<?, ?> call, StatusRuntimeException status) {
        Metadata trailers = new Metadata();
        @Nullable Metadata template = status.getTrailers();
        if (template != null) {
            trailers.merge(template); // The transport changes the trailers that it sends.
        }
        try {
            call.close(status.getStatus(), trailers);
        } catch (IllegalStateException e) {
            LOG.debug("The call was closed before", e);
        }
    }

    /** Ends {@code call}, which has not started, with the status of {@code error}, and returns its listener. */
    static <Q> ServerCall.Listener<Q> refuse(ServerCall<Q, ?> call, Throwable error) {
        close(call, error);
        return new ServerCall.Listener<>() {};
    }
}
