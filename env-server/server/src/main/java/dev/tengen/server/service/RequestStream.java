package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.execution.StreamAnswer;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stream of requests, with one answer to each. The first request opens a resource, as a batch, on which the others
 * act.
 *
 * <p>It takes one request at a time, and the next only when the transport is ready for more than the last answer, so a
 * slow reader costs the memory of one request and one answer. A request reserves its memory while it is carried out.
 * The thread that finishes a request writes its answer. Requests come from the thread of the transport and answers may
 * come from others, so the state is guarded by the monitor of this object.
 *
 * @param <R> the type of the resource
 * @param <Q> the type of a request
 * @param <A> the type of an answer
 */
final class RequestStream<R, Q extends MessageLite, A> implements StreamObserver<Q> {
    private static final Logger LOG = LoggerFactory.getLogger(RequestStream.class);

    /** The message, and the arrays that are made from it. */
    private static final int COPIES_OF_REQUEST = 2;

    private final Handler<R, Q, A> handler;
    private final Host host;
    private final MemoryReservation requestBytes;
    private final ServerCallStreamObserver<A> observer;
    private final Runnable drainHook = this::drain;
    private final SlowReaders.Reader reader = this::endIfUnread;
    private final CallToken token = CallContext.current().newToken();
    private @Nullable R resource;
    private boolean isBusy;

    /** A message that has come during a {@linkplain #tryHandle request without a message}. */
    private @Nullable Q waiting;

    private boolean isHalfClosed;
    private boolean isDraining;
    private boolean isRequested;
    private boolean isDone;

    /** Whether an answer waits for the client. */
    private boolean isUnread;

    /** Since when an answer waits for the client, as of {@link System#nanoTime}. */
    private long unreadSince;

    private RequestStream(Handler<R, Q, A> handler, Host host, ServerCallStreamObserver<A> observer) {
        this.handler = handler;
        this.host = host;
        requestBytes = host.budget().reserve(MemoryKind.REQUEST, 0);
        this.observer = observer;
    }

    /** Handles the requests of streams, one at a time for each stream. An exception ends the stream. */
    interface Handler<R, Q, A> {
        /** Returns the resource that the first request opens, for the stream {@code call}. */
        R open(Q request, CallToken call);

        /** Completes {@code answer} to the first request, or throws. */
        void opened(R resource, Q request, StreamAnswer<A> answer);

        /** Handles a later request: completes {@code answer}, or throws. */
        void handle(R resource, Q request, StreamAnswer<A> answer);

        /**
         * Returns the error that ends the stream of {@code resource} because the server drains. It completes when what
         * the last request has changed is stored.
         */
        default CompletableFuture<CallException> drained(R resource) {
            return CompletableFuture.completedFuture(CallException.shuttingDown());
        }

        /**
         * Called when the client sends no further request. The stream of {@code resource} ends when the future
         * completes, or with its error.
         */
        default CompletableFuture<Void> left(R resource) {
            return CompletableFuture.completedFuture(null);
        }

        /** Closes the resource, after the last request has been handled. */
        void close(R resource);
    }

    /**
     * What streams have in common.
     *
     * @param drainHooks end streams when the server drains
     * @param slowReaders end streams whose clients do not read
     * @param budget has the memory of requests
     */
    record Host(DrainHooks drainHooks, SlowReaders slowReaders, MemoryBudget budget) {}

    /** Serves the client of {@code observer} by {@code handler} until the client or {@code host} ends the stream. */
    static <R, Q extends MessageLite, A> RequestStream<R, Q, A> open(
            Handler<R, Q, A> handler, Host host, StreamObserver<A> observer) {
        ServerCallStreamObserver<A> call = (ServerCallStreamObserver<A>) observer;
        RequestStream<R, Q, A> stream = new RequestStream<>(handler, host, call);
        call.disableAutoRequest();
        call.setOnReadyHandler(stream::proceed);
        call.setOnCancelHandler(stream::ended);
        call.setOnCloseHandler(stream::ended);
        host.drainHooks().add(stream.drainHook);
        host.slowReaders().add(stream.reader);
        stream.proceed();
        return stream;
    }

    @Override
    public void onNext(Q request) {
        synchronized (this) {
            isRequested = false;
            if (isDone) {
                return;
            }
            if (isBusy) {
                waiting = request;
                return;
            }
            isBusy = true;
        }
        StreamAnswer<A> answer = new Answer();
        try {
            requestBytes.resize(COPIES_OF_REQUEST * (long) request.getSerializedSize());
            R open = resource;
            if (open == null) {
                open = handler.open(request, token);
                resource = open;
                handler.opened(open, request, answer);
            } else {
                handler.handle(open, request, answer);
            }
        } catch (RuntimeException | Error e) {
            answer.failed(e);
        }
    }

    /** Returns the resource, if the first request has opened it and the stream has not ended. */
    synchronized Optional<R> resource() {
        return Optional.ofNullable(resource);
    }

    /**
     * Handles a request that has no message, of a client in this process. It takes its turn among the messages of the
     * stream: it begins only while none is handled.
     *
     * @param bytes the size of the request
     * @param request handles the request; if it throws, it has changed nothing
     * @param answer receives the answer, on any thread; its methods must not throw
     * @return whether the request was begun. If not, nothing has changed, and a message with the same request is
     *     carried out or gets the error
     */
    <T> boolean tryHandle(long bytes, BiConsumer<R, StreamAnswer<T>> request, StreamAnswer<T> answer) {
        R open;
        synchronized (this) {
            open = resource;
            if (isBusy || isDone || isDraining || isHalfClosed || open == null) {
                return false;
            }
            isBusy = true;
        }
        try {
            requestBytes.resize(COPIES_OF_REQUEST * bytes);
            request.accept(open, new AnswerWithoutMessage<>(answer));
            return true;
        } catch (RuntimeException e) {
            LOG.trace("The request needs a message", e);
            boolean unused = endWithoutMessage();
            return false;
        } catch (Error e) {
            new Answer().failed(e);
            return false;
        }
    }

    /** Ends a request without a message, and returns whether the stream is still open. */
    private synchronized boolean endWithoutMessage() {
        isBusy = false;
        if (isDone) {
            release();
            return false;
        }
        requestBytes.resize(0);
        Q message = waiting;
        waiting = null;
        if (message == null) {
            proceed();
        } else {
            onNext(message);
        }
        return true;
    }

    @Override
    public synchronized void onCompleted() {
        isHalfClosed = true;
        proceed();
    }

    @Override
    public void onError(Throwable error) {
        // The cancellation handler is called, too.
        LOG.trace("The client cancelled", error);
    }

    /** Ends the stream after the request that is handled now. */
    private synchronized void drain() {
        isDraining = true;
        proceed();
    }

    /** Takes the next step, unless a request is being handled: its end calls this again. */
    private synchronized void proceed() {
        if (isBusy || isDone) {
            return;
        }
        if (isDraining) {
            failDrained();
        } else if (isHalfClosed) {
            complete();
        } else if (resource != null && !observer.isReady()) {
            if (!isUnread) {
                isUnread = true;
                unreadSince = System.nanoTime();
            }
        } else {
            isUnread = false;
            if (!isRequested) {
                isRequested = true;
                observer.request(1);
            }
        }
    }

    private void failDrained() {
        R open = resource;
        if (open == null) {
            fail(CallException.shuttingDown());
            return;
        }
        isBusy = true;
        var unused = handler.drained(open)
                .whenComplete((error, failure) -> new Answer().failed(failure == null ? error : unwrapped(failure)));
    }

    private void complete() {
        R open = resource;
        if (open == null) {
            finish();
            observer.onCompleted();
            return;
        }
        isBusy = true;
        var unused = handler.left(open).whenComplete((done, failure) -> {
            if (failure == null) {
                completed();
            } else {
                new Answer().failed(unwrapped(failure));
            }
        });
    }

    private synchronized void completed() {
        isBusy = false;
        if (isDone) {
            release();
        } else {
            finish();
            observer.onCompleted();
        }
    }

    /** Returns the error with which a future failed. */
    static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private synchronized void endIfUnread(Duration limit) {
        if (isUnread && !isBusy && !isDone && System.nanoTime() - unreadSince >= limit.toNanos()) {
            fail(CallException.of(
                    Reason.SLOW_READER, "the client has not read an answer for " + limit.toMillis() + " ms"));
        }
    }

    /** The call has ended: it was completed, failed or cancelled. */
    private synchronized void ended() {
        token.cancel();
        if (!isDone) {
            isDone = true;
            if (!isBusy) {
                release();
            }
        }
    }

    private void fail(Throwable error) {
        finish();
        try {
            CallErrors.fail(observer, error);
        } catch (IllegalStateException e) {
            // MessageInterceptor has rejected a request and closed the call, and its handler has yet to run.
            LOG.debug("The call was closed before", e);
        }
    }

    private void finish() {
        isDone = true;
        release();
    }

    private void release() {
        host.drainHooks().remove(drainHook);
        host.slowReaders().remove(reader);
        requestBytes.close();
        R open = resource;
        if (open != null) {
            resource = null;
            handler.close(open);
        }
    }

    /** Receives the answer to one request. */
    private final class Answer implements StreamAnswer<A> {
        @Override
        public void answered(A message) {
            synchronized (RequestStream.this) {
                isBusy = false;
                if (isDone) {
                    release();
                    return;
                }
                requestBytes.resize(0);
                observer.onNext(message);
                proceed();
            }
        }

        @Override
        public void failed(Throwable error) {
            FatalErrors.check(error);
            synchronized (RequestStream.this) {
                isBusy = false;
                if (isDone) {
                    release();
                } else {
                    fail(error);
                }
            }
        }
    }

    /** Receives the answer to one request without a message. */
    private final class AnswerWithoutMessage<T> implements StreamAnswer<T> {
        private final StreamAnswer<T> target;

        AnswerWithoutMessage(StreamAnswer<T> target) {
            this.target = target;
        }

        @Override
        public void answered(T answer) {
            if (endWithoutMessage()) {
                target.answered(answer);
            } else {
                target.failed(new CancellationException("the stream has ended"));
            }
        }

        @Override
        public void failed(Throwable error) {
            new Answer().failed(error);
            target.failed(error);
        }
    }
}
