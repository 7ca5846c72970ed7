package dev.tengen.server.service;

import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ConcurrencyLimiter;
import dev.tengen.server.execution.EventLoopQueue;
import io.grpc.Context;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Queues the calls of the project's services for the threads of the transport, in turn over the connections, and
 * refuses calls and new streams beyond the {@linkplain ConcurrencyLimiter limit}. Messages of open streams wait in the
 * same queue and are not refused: a stream has at most one of them there, because it requests the next one after its
 * answer.
 *
 * <p>These always pass: the standard services, CloseSession, which makes room, and cancellation. A call that is
 * cancelled while it waits does not run.
 *
 * <p>Thread-safe.
 */
public final class CallQueue {
    private static final int MIN_DELAY_MILLIS = 100;
    private static final int DELAY_STEP_MILLIS = 20;
    private static final int DELAY_COUNT = 8;

    private final Set<String> services;
    private final ConcurrencyLimiter limiter;
    private final EventLoopQueue.Group queues;

    /** The error with different delays, so that the clients that are refused together do not come back together. */
    private final List<StatusRuntimeException> errors = IntStream.range(0, DELAY_COUNT)
            .mapToObj(step -> error(Duration.ofMillis(MIN_DELAY_MILLIS + (long) DELAY_STEP_MILLIS * step)))
            .toList();

    /**
     * Creates the queue.
     *
     * @param services the names of the services whose calls are limited
     * @param limiter the limit
     * @param queues the queues of the threads of the transport
     */
    public CallQueue(Set<String> services, ConcurrencyLimiter limiter, EventLoopQueue.Group queues) {
        this.services = services;
        this.limiter = limiter;
        this.queues = queues;
    }

    private static StatusRuntimeException error(Duration delay) {
        return CallErrors.status(CallException.retryAfter(
                Reason.SERVER_OVERLOADED,
                delay,
                "the server is overloaded; retry in " + delay.toMillis() + " ms or later"));
    }

    /** Returns a handler that queues the requests of calls for {@code next}, or refuses the calls. */
    <Q, R> ServerCallHandler<Q, R> before(ServerCallHandler<Q, R> next) {
        return (call, headers) -> start(call, headers, next);
    }

    private <Q, R> ServerCall.Listener<Q> start(ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        MethodDescriptor<Q, R> method = call.getMethodDescriptor();
        Optional<EventLoopQueue> queue = queues.ofThisThread();
        if (queue.isEmpty() || !isLimited(method)) {
            return next.startCall(call, headers);
        }
        ClientConnection connection = ClientConnection.of(call);
        if (limiter.isRefused(connection)) {
            refuse(call);
            return new ServerCall.Listener<>() {};
        }
        Waiting waiting = new Waiting(queue.get(), connection, call);
        ServerCall.Listener<Q> listener = next.startCall(call, headers);
        return method.getType().clientSendsOneMessage()
                ? new SingleRequest<>(listener, waiting)
                : new RequestQueue<>(listener, waiting);
    }

    private boolean isLimited(MethodDescriptor<?, ?> method) {
        return services.contains(method.getServiceName())
                && !method.getFullMethodName()
                        .equals(EnvironmentServiceGrpc.getCloseSessionMethod().getFullMethodName());
    }

    private void refuse(ServerCall<?, ?> call) {
        CallErrors.closeWith(call, errors.get(ThreadLocalRandom.current().nextInt(DELAY_COUNT)));
    }

    /** The place in a queue of the requests of {@code call}. */
    private record Waiting(EventLoopQueue queue, ClientConnection connection, ServerCall<?, ?> call) {
        /**
         * Queues {@code work}, which runs in the present context, with the principal of the call; an exception ends the
         * call.
         */
        void add(Runnable work) {
            queue.add(connection, Context.current().wrap(() -> {
                try {
                    work.run();
                } catch (RuntimeException | Error e) {
                    CallErrors.close(call, e);
                }
            }));
        }
    }

    /** A call with one request, which waits when it is complete. */
    private final class SingleRequest<Q> extends SimpleForwardingServerCallListener<Q> {
        private final Waiting waiting;
        private boolean isCancelled;
        private long addedAt;

        SingleRequest(ServerCall.Listener<Q> listener, Waiting waiting) {
            super(listener);
            this.waiting = waiting;
        }

        @Override
        public void onHalfClose() {
            if (limiter.tryAcquire(waiting.connection)) {
                addedAt = System.nanoTime();
                waiting.add(this::run);
            } else {
                refuse(waiting.call);
            }
        }

        private void run() {
            if (isCancelled) {
                limiter.release(waiting.connection);
                return;
            }
            long startedAt = System.nanoTime();
            try {
                super.onHalfClose();
            } finally {
                limiter.release(waiting.connection, startedAt - addedAt, System.nanoTime() - startedAt);
            }
        }

        @Override
        public void onCancel() {
            isCancelled = true;
            super.onCancel();
        }
    }

    /** The requests of a stream, each of which waits. */
    private static final class RequestQueue<Q> extends SimpleForwardingServerCallListener<Q> {
        private final Waiting waiting;

        /** The requests that have arrived and wait. */
        private final Deque<Q> requests = new ArrayDeque<>(1);

        /** Whether the client has ended the stream after these requests. */
        private boolean isHalfClosed;

        RequestQueue(ServerCall.Listener<Q> listener, Waiting waiting) {
            super(listener);
            this.waiting = waiting;
        }

        @Override
        public void onMessage(Q request) {
            requests.add(request);
            waiting.add(this::runNext);
        }

        @Override
        public void onHalfClose() {
            if (requests.isEmpty()) {
                super.onHalfClose();
            } else {
                isHalfClosed = true;
            }
        }

        private void runNext() {
            @Nullable Q request = requests.poll();
            if (request == null) {
                return; // The stream was cancelled.
            }
            super.onMessage(request);
            if (isHalfClosed && requests.isEmpty()) {
                super.onHalfClose();
            }
        }

        @Override
        public void onCancel() {
            requests.clear();
            super.onCancel();
        }
    }
}
