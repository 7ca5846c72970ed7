package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A unary call that a service handles: its {@link CallContext}, and its one end, which is a response or the status of
 * an error. The thread that the method of the service runs on creates it. Thread-safe after that.
 *
 * @param <T> the type of the response
 */
final class UnaryCall<T> implements SessionCalls.Caller {
    private final StreamObserver<T> observer;
    private final CallContext context = CallContext.current();
    private @Nullable CallToken token;

    /** Creates the call that this thread handles, whose client gets what {@code observer} gets. */
    UnaryCall(StreamObserver<T> observer) {
        this.observer = observer;
        onCancel(UnaryCall::doNothing); // With a handler, a response after the client has cancelled is no error.
    }

    private static void doNothing() {}

    private void onCancel(Runnable action) {
        if (observer instanceof ServerCallStreamObserver<?> call) {
            call.setOnCancelHandler(action);
        }
    }

    @Override
    public CallContext context() {
        return context;
    }

    /** Returns the principal that makes the call. */
    Principal principal() {
        return context.principal();
    }

    /** Returns the key of {@code request} for retries; see {@link CallContext#key}. */
    RequestKey key(String requestId, MessageLite request) {
        return context.key(requestId, request);
    }

    /**
     * Returns the token of the call, which is cancelled when the client cancels. The first call belongs on the thread
     * that the method of the service runs on, before that returns.
     */
    @Override
    public CallToken token() {
        CallToken known = token;
        if (known == null) {
            known = context.newToken();
            token = known;
            onCancel(known::cancel);
        }
        return known;
    }

    @Override
    public void fail(Throwable error) {
        CallErrors.fail(observer, error);
    }

    /** Runs {@code work}, which responds in the end; sends the error that it throws. */
    void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Sends what {@code work} returns, or the error that it throws. */
    void respond(Supplier<T> work) {
        end(Outcome.of(work), DurableResponse.nothingToWrite(), UnaryCall::doNothing);
    }

    /**
     * Sends what {@code work} returns on {@code executor}, or the error that it throws. When the client cancels, the
     * work is dropped or interrupted.
     *
     * @throws dev.tengen.server.error.CallException if the executor has no room
     */
    void respond(CallExecutor executor, Supplier<T> work) {
        respond(executor, () -> DurableResponse.of(work.get()), UnaryCall::doNothing);
    }

    /**
     * Sends the response that {@code work} returns on {@code executor} when what it depends on is stored, or the error
     * that it throws. Runs {@code end} before that. When the client cancels, the work is dropped or interrupted.
     *
     * @throws dev.tengen.server.error.CallException if the executor has no room; then {@code end} does not run
     */
    void respond(CallExecutor executor, Supplier<DurableResponse<T>> work, Runnable end) {
        CallToken running = token();
        executor.execute(running, () -> respondNow(work, end));
    }

    private void respondNow(Supplier<DurableResponse<T>> work, Runnable end) {
        DurableResponse<T> response;
        try {
            response = token().call(work);
        } catch (RuntimeException | Error e) {
            end(Outcome.failed(e), DurableResponse.nothingToWrite(), end);
            return;
        }
        end(Outcome.of(response::response), response.durable(), end);
    }

    /**
     * Sends what {@code work} makes of the session of {@code lease}, or the error that it throws, when the changes of
     * the session are stored: both may depend on them. Closes {@code lease} before that.
     */
    void respond(SessionLease lease, Function<Session, T> work) {
        Session session = lease.session();
        Outcome<T> outcome = Outcome.of(() -> work.apply(session));
        end(outcome, session.durable(), lease::close);
    }

    /** Sends {@code outcome} when {@code durable} completes, after {@code end} has run. */
    private void end(Outcome<T> outcome, CompletableFuture<?> durable, Runnable end) {
        var unused = durable.whenComplete((stored, error) -> {
            end.run();
            Outcome<T> sent = error == null ? outcome : Outcome.failed(Session.storeFailure(error));
            sent.send(this);
        });
    }

    private void send(T response) {
        observer.onNext(response);
        observer.onCompleted();
    }

    /** What a call ends with. */
    private interface Outcome<T> {
        void send(UnaryCall<T> call);

        /** Returns the outcome of {@code work}. */
        static <T> Outcome<T> of(Supplier<T> work) {
            T response;
            try {
                response = work.get();
            } catch (RuntimeException | Error e) {
                return failed(e);
            }
            return call -> call.send(response);
        }

        /** Returns the outcome of a call that failed with {@code error}. */
        static <T> Outcome<T> failed(Throwable error) {
            return call -> call.fail(error);
        }
    }
}
