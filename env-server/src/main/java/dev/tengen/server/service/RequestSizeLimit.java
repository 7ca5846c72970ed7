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
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests that are longer than allowed, with a reason.
 *
 * <p>The transport has a limit of its own, far above this one, which cuts longer messages off without a reason of ours.
 */
public final class RequestSizeLimit implements ServerInterceptor {
    private final int maxBytes;

    /** Allows requests of at most {@code maxBytes} bytes. */
    public RequestSizeLimit(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            private boolean isRefused;

            @Override
            public void onMessage(Q message) {
                if (message instanceof MessageLite request && request.getSerializedSize() > maxBytes) {
                    isRefused = true;
                    refuse(call, request.getSerializedSize());
                } else {
                    super.onMessage(message);
                }
            }

            @Override
            public void onHalfClose() {
                if (!isRefused) {
                    super.onHalfClose();
                }
            }
        };
    }

    private void refuse(ServerCall<?, ?> call, int bytes) {
        StatusRuntimeException error = Errors.toStatus(CallException.of(
                        Reason.MESSAGE_TOO_LARGE, "request of " + bytes + " bytes is outside [0, " + maxBytes + "]")
                .with("value", bytes)
                .with("allowed", "[0, " + maxBytes + "]"));
        @Nullable Metadata trailers = error.getTrailers();
        call.close(error.getStatus(), trailers == null ? new Metadata() : trailers);
    }
}
