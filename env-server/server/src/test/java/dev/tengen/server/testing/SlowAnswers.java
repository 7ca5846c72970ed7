package dev.tengen.server.testing;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds the answers of one method back until it releases them. */
public final class SlowAnswers implements ServerInterceptor {
    private final String method;
    private final CountDownLatch acted = new CountDownLatch(1);
    private final CompletableFuture<Void> release = new CompletableFuture<>();

    /** Holds back the answers of {@code method}, as in "Step". */
    public SlowAnswers(String method) {
        this.method = method;
    }

    /** Waits until the server has acted on a call whose answer is held back. */
    public void awaitActed() throws InterruptedException {
        if (!acted.await(5, TimeUnit.MINUTES)) {
            throw new AssertionError("no call of " + method + " came");
        }
    }

    /** Releases the answers. */
    public void release() {
        release.complete(null);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        boolean isSlow = method.equals(call.getMethodDescriptor().getBareMethodName());
        return next.startCall(isSlow ? new SlowCall<>(call) : call, headers);
    }

    private final class SlowCall<Q, R> extends SimpleForwardingServerCall<Q, R> {
        private CompletableFuture<Void> sent = release;

        SlowCall(ServerCall<Q, R> call) {
            super(call);
        }

        @Override
        public void sendHeaders(Metadata headers) {
            sent = sent.thenRun(() -> super.sendHeaders(headers));
        }

        @Override
        public void sendMessage(R message) {
            sent = sent.thenRun(() -> super.sendMessage(message));
        }

        @Override
        public void close(Status status, Metadata trailers) {
            sent = sent.thenRun(() -> super.close(status, trailers));
            acted.countDown();
        }
    }
}
