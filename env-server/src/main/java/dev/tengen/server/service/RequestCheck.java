package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that are longer than allowed, and {@linkplain UnreadableRequest unreadable} ones, with a reason.
 *
 * <p>The transport has a limit of its own, far above this one, which cuts longer messages off without a reason of ours.
 */
public final class RequestCheck implements ServerInterceptor {
    private final int maxBytes;
    private final int maxStreamedBytes;

    /**
     * Allows requests of at most {@code maxBytes} bytes, and of {@code maxStreamedBytes} where a call takes a stream of
     * them, which are those of many environments.
     */
    public RequestCheck(int maxBytes, int maxStreamedBytes) {
        this.maxBytes = maxBytes;
        this.maxStreamedBytes = Math.max(maxBytes, maxStreamedBytes);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        int allowed = call.getMethodDescriptor().getType().clientSendsOneMessage() ? maxBytes : maxStreamedBytes;
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean isRefused;

            @Override
            public void onMessage(Q message) {
                Optional<CallException> fault = fault(message, allowed);
                isRefused = fault.isPresent();
                fault.ifPresentOrElse(error -> refuse(call, error), () -> super.onMessage(message));
            }

            @Override
            public void onHalfClose() {
                if (!isRefused) {
                    super.onHalfClose();
                }
            }
        };
    }

    private static Optional<CallException> fault(Object request, int allowed) {
        if (request instanceof UnreadableRequest unreadable) {
            return Optional.of(CallException.of(Reason.INVALID_VALUE, unreadable.message()));
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

    private static void refuse(ServerCall<?, ?> call, CallException fault) {
        StatusRuntimeException error = StatusConverter.toStatus(fault);
        @Nullable Metadata trailers = error.getTrailers();
        call.close(error.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
