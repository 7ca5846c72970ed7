package dev.tengen.server;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the calls in flight that a server waits for when it stops.
 *
 * <p>Streams of the standard services, such as the {@code Watch} of health, last as long as their client wants, and nothing
 * is lost when they are cancelled, so they do not count.
 */
final class InFlightCallCounter implements ServerInterceptor {
    private final Set<String> services;
    private final AtomicInteger count = new AtomicInteger();

    /** Counts all calls of {@code services}, and the unary calls of others. */
    InFlightCallCounter(Set<String> services) {
        this.services = services;
    }

    int count() {
        return count.get();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (!isCounted(call.getMethodDescriptor())) {
            return next.startCall(call, headers);
        }
        ServerCall.Listener<Q> listener = next.startCall(call, headers);
        count.incrementAndGet();
        // gRPC ends every call with one of these two.
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onComplete() {
                count.decrementAndGet();
                super.onComplete();
            }

            @Override
            public void onCancel() {
                count.decrementAndGet();
                super.onCancel();
            }
        };
    }

    private boolean isCounted(MethodDescriptor<?, ?> method) {
        return method.getType() == MethodType.UNARY || services.contains(method.getServiceName());
    }
}
