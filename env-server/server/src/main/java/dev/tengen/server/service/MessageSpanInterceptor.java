package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Makes a span for each request of a batch, a forest or a self-play, whose streams answer each request with one message
 * and take the next request after that. It belongs to the services of these streams alone. The span lasts until the
 * answer, and is a child of the span of the call. A stream whose call is not recorded has no spans.
 *
 * <p>Thread-safe: another thread than that of the request may send the answer.
 */
public final class MessageSpanInterceptor implements ServerInterceptor {
    private static final AttributeKey<Long> NUMBER = AttributeKey.longKey("rpc.message.id");
    private static final AttributeKey<Long> REQUEST_BYTES = AttributeKey.longKey("rpc.request.size");
    private static final AttributeKey<Long> RESPONSE_BYTES = AttributeKey.longKey("rpc.response.size");

    private final Tracer tracer;

    /** Creates the interceptor, whose spans {@code tracer} makes. */
    public MessageSpanInterceptor(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String method = call.getMethodDescriptor().getFullMethodName();
        if (!Span.current().isRecording()) {
            return next.startCall(call, headers);
        }
        TracedCall<Q, R> traced = new TracedCall<>(call, method.replace('/', '.') + ".message", Context.current());
        return new SimpleForwardingServerCallListener<>(next.startCall(traced, headers)) {
            @Override
            public void onMessage(Q message) {
                traced.begin(message).wrap(() -> super.onMessage(message)).run();
            }

            @Override
            public void onCancel() {
                traced.end(StatusCode.ERROR, null);
                super.onCancel();
            }
        };
    }

    private static void setSize(Span span, AttributeKey<Long> key, @Nullable Object message) {
        if (message instanceof MessageLite proto) {
            span.setAttribute(key, (long) proto.getSerializedSize());
        }
    }

    /** A call with the span of the request that it carries out. */
    private final class TracedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private final String name;
        private final Context parent;
        private final AtomicReference<@Nullable Span> open = new AtomicReference<>();
        private long count;

        TracedCall(ServerCall<Q, R> call, String name, Context parent) {
            super(call);
            this.name = name;
            this.parent = parent;
        }

        /** Begins the span of a request, and returns the context with it. Requests of a call come one after another. */
        Context begin(Q request) {
            Span span = tracer.spanBuilder(name)
                    .setParent(parent)
                    .setAttribute(NUMBER, ++count)
                    .startSpan();
            setSize(span, REQUEST_BYTES, request);
            open.set(span);
            return parent.with(span);
        }

        /** Ends the span of the request, if one is carried out. */
        void end(StatusCode status, @Nullable R answer) {
            @Nullable Span span = open.getAndSet(null);
            if (span != null) {
                setSize(span, RESPONSE_BYTES, answer);
                span.setStatus(status);
                span.end();
            }
        }

        @Override
        public void sendMessage(R message) {
            end(StatusCode.OK, message);
            super.sendMessage(message);
        }

        @Override
        public void close(Status status, Metadata trailers) {
            end(status.isOk() ? StatusCode.OK : StatusCode.ERROR, null);
            super.close(status, trailers);
        }
    }
}
