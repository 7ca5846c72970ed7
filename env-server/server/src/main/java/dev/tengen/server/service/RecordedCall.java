package dev.tengen.server.service;

import dev.tengen.server.identity.Principal;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A call that is counted while it is in flight, and whose events {@linkplain CallObserver observers} see. */
final class RecordedCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final List<CallObserver> observers;
    private final AtomicInteger inFlight;

    RecordedCall(ServerCall<Q, R> call, List<CallObserver> observers, AtomicInteger inFlight) {
        super(call);
        this.observers = observers;
        this.inFlight = inFlight;
    }

    /** Notes who makes the call. */
    void identified(Principal principal) {
        for (CallObserver observer : observers) {
            observer.identified(principal);
        }
    }

    @Override
    public void sendMessage(R message) {
        for (CallObserver observer : observers) {
            observer.sent(message);
        }
        super.sendMessage(message);
    }

    @Override
    public void close(Status status, Metadata trailers) {
        for (CallObserver observer : observers) {
            observer.closed(status, CallFields.reason(trailers));
        }
        super.close(status, trailers);
    }

    /** Returns {@code listener}, which has started to handle the call, with what observes the client. */
    ServerCall.Listener<Q> listener(ServerCall.Listener<Q> listener) {
        inFlight.incrementAndGet();
        // gRPC ends every call with onComplete or onCancel.
        return new SimpleForwardingServerCallListener<>(listener) {
            @Override
            public void onMessage(Q message) {
                for (CallObserver observer : observers) {
                    observer.received(message);
                }
                super.onMessage(message);
            }

            @Override
            public void onComplete() {
                inFlight.decrementAndGet();
                super.onComplete();
            }

            @Override
            public void onCancel() {
                inFlight.decrementAndGet();
                observers.forEach(CallObserver::cancelled);
                super.onCancel();
            }
        };
    }
}
