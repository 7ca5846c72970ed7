package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests that are too long or {@linkplain MalformedRequest malformed}, with a reason.
 *
 * <p>The transport has a limit, too, far above this one: it rejects longer messages without a reason of ours.
 */
public final class RequestCheckInterceptor implements ServerInterceptor {
    private final int maxBytes;
    private final int maxStreamedBytes;

    /**
     * Creates the interceptor.
     *
     * @param maxBytes maximum length of a request
     * @param maxStreamedBytes maximum length of a request of a stream, which is for many environments
     */
    public RequestCheckInterceptor(int maxBytes, int maxStreamedBytes) {
        this.maxBytes = maxBytes;
        this.maxStreamedBytes = Math.max(maxBytes, maxStreamedBytes);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        int allowed = call.getMethodDescriptor().getType().clientSendsOneMessage() ? maxBytes : maxStreamedBytes;
        CheckedCall<Q, R> checked = new CheckedCall<>(call);
        return new SimpleForwardingServerCallListener<>(next.startCall(checked, headers)) {
            @Override
            public void onMessage(Q message) {
                Optional<CallException> error = error(message, allowed);
                error.ifPresentOrElse(checked::reject, () -> super.onMessage(message));
            }

            @Override
            public void onHalfClose() {
                if (!checked.isRejected) {
                    super.onHalfClose();
                }
            }
        };
    }

    /**
     * A call that ignores its handler after a request was rejected. The handler may send an answer on another thread at that
     * moment, and hears of a cancellation and may close again. Guarded by its own monitor.
     */
    private static final class CheckedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private volatile boolean isRejected;

        CheckedCall(ServerCall<Q, R> call) {
            super(call);
        }

        synchronized void reject(CallException reason) {
            isRejected = true;
            RequestCheckInterceptor.reject(delegate(), reason);
        }

        @Override
        public synchronized void sendHeaders(Metadata headers) {
            if (!isRejected) {
                super.sendHeaders(headers);
            }
        }

        @Override
        public synchronized void sendMessage(R message) {
            if (!isRejected) {
                super.sendMessage(message);
            }
        }

        @Override
        public synchronized void close(Status status, Metadata trailers) {
            if (!isRejected) {
                super.close(status, trailers);
            }
        }
    }

    private static Optional<CallException> error(Object request, int allowed) {
        if (request instanceof MalformedRequest malformed) {
            return Optional.of(CallException.of(Reason.INVALID_VALUE, malformed.message()));
        }
        if (request instanceof MessageLite message && message.getSerializedSize() > allowed) {
            return Optional.of(tooLarge(message.getSerializedSize(), allowed));
        }
        return Optional.empty();
    }

    private static CallException tooLarge(int bytes, int allowed) {
        return CallException.of(
                        Reason.MESSAGE_TOO_LARGE, "request of " + bytes + " bytes is outside [0, " + allowed + "]")
                .with("value", bytes)
                .with("allowed", "[0, " + allowed + "]");
    }

    /** Ends {@code call} with the status and the trailers of {@code reason}. */
    static void reject(ServerCall<?, ?> call, CallException reason) {
        StatusRuntimeException error = StatusConverter.toStatus(reason);
        @Nullable Metadata trailers = error.getTrailers();
        call.close(error.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
