package dev.tengen.client;

import io.grpc.Context;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Interceptor for tests: holds calls of one method until the test releases them, rejects a number of calls, loses an
 * answer, and records canceled calls.
 */
final class HeldCalls implements ServerInterceptor {
    private final BlockingQueue<Runnable> held = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> canceled = new LinkedBlockingQueue<>();
    private final AtomicBoolean losesAnswer = new AtomicBoolean();
    private final AtomicInteger rejectCount = new AtomicInteger();
    private volatile String heldMethod = "";
    private volatile Status rejection = Status.UNAVAILABLE;
    private volatile Supplier<Metadata> rejectionTrailers = Metadata::new;

    /** Holds calls of {@code method}, as in "Score", from now on. */
    void hold(String method) {
        heldMethod = method;
    }

    /** Loses the answer of the next call of {@code method}, as a broken connection does, and holds later ones. */
    void loseAnswerAndHoldRetries(String method) {
        losesAnswer.set(true);
        hold(method);
    }

    /** Holds no more calls, and clears what was held and recorded. */
    void forget() {
        heldMethod = "";
        losesAnswer.set(false);
        held.clear();
        canceled.clear();
    }

    /** Waits for a held call. Run the result to release the call. */
    Runnable awaitHeld() throws InterruptedException {
        Runnable release = held.poll(5, TimeUnit.MINUTES);
        if (release == null) {
            throw new AssertionError("no call of " + heldMethod + " arrived");
        }
        return release;
    }

    /** Waits until a call is canceled, and returns its method. */
    String awaitCanceled() throws InterruptedException {
        return String.valueOf(canceled.poll(5, TimeUnit.MINUTES));
    }

    /** Rejects the next {@code count} calls with UNAVAILABLE. */
    void reject(int count) {
        rejection = Status.UNAVAILABLE.withDescription("rejected");
        rejectionTrailers = Metadata::new;
        rejectCount.set(count);
    }

    /** Rejects the next {@code count} calls with UNAVAILABLE and {@code reason}. */
    void reject(int count, String reason) {
        reject(0);
        rejectionTrailers = () -> {
            Metadata trailers = new Metadata();
            trailers.put(Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER), reason);
            return trailers;
        };
        rejectCount.set(count);
    }

    /** Refuses the next {@code count} calls with RESOURCE_EXHAUSTED, {@code reason} and a delay of 20 ms. */
    void refuse(int count, String reason) {
        rejection = Status.RESOURCE_EXHAUSTED.withDescription("refused");
        rejectionTrailers = () -> {
            Metadata trailers = new Metadata();
            trailers.put(Metadata.Key.of("tengen-reason", Metadata.ASCII_STRING_MARSHALLER), reason);
            trailers.put(Metadata.Key.of("grpc-retry-pushback-ms", Metadata.ASCII_STRING_MARSHALLER), "20");
            return trailers;
        };
        rejectCount.set(count);
    }

    /** Returns how many of the calls to reject have not arrived. */
    int openRejectCount() {
        return rejectCount.get();
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        if (rejectCount.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            call.close(rejection, rejectionTrailers.get());
            return new ServerCall.Listener<>() {};
        }
        String method = call.getMethodDescriptor().getBareMethodName();
        boolean isHeld = heldMethod.equals(method);
        if (isHeld && losesAnswer.getAndSet(false)) {
            return next.startCall(new LostAnswer<>(call), headers);
        }
        return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
            @Override
            public void onHalfClose() {
                if (isHeld) {
                    held.add(Context.current().wrap(super::onHalfClose)); // It needs the context of its call.
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

    /** A call that is carried out, but answered with an error of the transport. */
    private static final class LostAnswer<Q, R> extends SimpleForwardingServerCall<Q, R> {
        LostAnswer(ServerCall<Q, R> call) {
            super(call);
        }

        @Override
        public void sendHeaders(Metadata headers) {
            // Lost.
        }

        @Override
        public void sendMessage(R message) {
            // Lost.
        }

        @Override
        public void close(Status status, Metadata trailers) {
            super.close(Status.UNAVAILABLE.withDescription("lost"), new Metadata());
        }
    }
}
