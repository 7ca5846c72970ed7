package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Errors;
import dev.tengen.server.convert.Reason;
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

    /** Allows requests of at most {@code maxBytes} bytes. */
    public RequestCheck(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean isRefused;

            @Override
            public void onMessage(Q message) {
                Optional<CallException> fault = fault(message);
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

    private Optional<CallException> fault(Object request) {
        if (request instanceof UnreadableRequest unreadable) {
            return Optional.of(CallException.of(Reason.INVALID_VALUE, unreadable.message()));
        }
        if (request instanceof MessageLite message && message.getSerializedSize() > maxBytes) {
            return Optional.of(tooLarge(message.getSerializedSize()));
        }
        return Optional.empty();
    }

    private CallException tooLarge(int bytes) {
        return CallException.of(
                        Reason.MESSAGE_TOO_LARGE, "request of " + bytes + " bytes is outside [0, " + maxBytes + "]")
                .with("value", bytes)
                .with("allowed", "[0, " + maxBytes + "]");
    }

    private static void refuse(ServerCall<?, ?> call, CallException fault) {
        StatusRuntimeException error = Errors.toStatus(fault);
        @Nullable Metadata trailers = error.getTrailers();
        call.close(error.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
