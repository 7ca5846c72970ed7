package dev.tengen.client;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands in front of a server. It keeps back the calls of one method at a time until it is told to let one go, turns away
 * as many calls as it is told to, and sees which are canceled.
 */
final class HeldCalls implements ServerInterceptor {
    private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> canceled = new LinkedBlockingQueue<>();
    private final AtomicInteger turnAway = new AtomicInteger();
    private volatile String heldMethod = "";

    /** Keeps back the calls of {@code method}, as in "Score", from now on. */
    void hold(String method) {
        heldMethod = method;
    }

    /** Holds nothing, and forgets what it held and saw. */
    void forget() {
        heldMethod = "";
        held.clear();
        canceled.clear();
    }

    /** Waits for a call that is kept back. Running what is returned lets it go. */
    Runnable awaitHeld() throws InterruptedException {
        Runnable letGo = held.poll(10, TimeUnit.SECONDS);
        if (letGo == null) {
            throw new AssertionError("no call of " + heldMethod + " came");
        }
        return letGo;
    }

    /** Waits until a call is canceled, and returns its method. */
    String awaitCanceled() throws InterruptedException {
        return String.valueOf(canceled.poll(10, TimeUnit.SECONDS));
    }

    /** Answers the next {@code count} calls with UNAVAILABLE. */
    void turnAway(int count) {
        turnAway.set(count);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (turnAway.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            call.close(Status.UNAVAILABLE.withDescription("turned away"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        String method = call.getMethodDescriptor().getBareMethodName();
        boolean isHeld = heldMethod.equals(method);
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onHalfClose() {
                if (isHeld) {
                    held.add(super::onHalfClose);
                } else {
                    super.onHalfClose();
                }
            }

            @Override
            public void onCancel() {
                canceled.add(String.valueOf(method));
                super.onCancel();
            }
        };
    }
}
