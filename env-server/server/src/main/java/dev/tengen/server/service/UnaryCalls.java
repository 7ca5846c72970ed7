package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.StatusConverter;
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

/** Responds to unary calls. */
final class UnaryCalls {
    private UnaryCalls() {}

    /** Sends what {@code call} returns, or the status of what it throws. */
    static <T> void respond(StreamObserver<T> observer, Supplier<T> call) {
        respond(observer, () -> DurableResponse.of(call.get()), DurableResponse::nothingToWrite, () -> {});
    }

    /**
     * Sends the response of {@code call} when what it depends on is stored, or the status of what fails. Runs {@code end} at the
     * end.
     *
     * @param durable returns what completes when that is stored on which a failure of the call depends
     */
    private static <T> void respond(
            StreamObserver<T> observer,
            Supplier<DurableResponse<T>> call,
            Supplier<CompletableFuture<?>> durable,
            Runnable end) {
        DurableResponse<T> made;
        try {
            made = call.get();
        } catch (RuntimeException | Error e) {
            var unused = durable.get().whenComplete((stored, error) -> {
                end.run();
                observer.onError(StatusConverter.toStatus(error == null ? e : Session.storeFailure(error)));
            });
            return;
        }
        var unused = made.durable().whenComplete((stored, error) -> {
            end.run();
            if (error == null) {
                observer.onNext(made.response());
                observer.onCompleted();
            } else {
                observer.onError(StatusConverter.toStatus(Session.storeFailure(error)));
            }
        });
    }

    /**
     * Sends what {@code call} returns on the executor that {@code executor} returns, or the status of what either throws. When
     * the client cancels, the call is dropped or interrupted. Throws what {@code executor} throws, and runs {@code end} at the end
     * if nothing was thrown.
     */
    static <T> void respond(
            StreamObserver<T> observer,
            CallToken token,
            Supplier<CallExecutor> executor,
            Runnable end,
            Function<CallToken, DurableResponse<T>> call) {
        executor.get()
                .execute(
                        token,
                        () -> respond(
                                observer,
                                () -> token.call(() -> call.apply(token)),
                                DurableResponse::nothingToWrite,
                                end));
    }

    /**
     * Sends what {@code call} returns on the executor that {@code executor} returns, or the status of what either throws. When
     * the client cancels, the call is dropped or interrupted.
     */
    static <T> void respond(StreamObserver<T> observer, Supplier<CallExecutor> executor, Function<CallToken, T> call) {
        failOnError(
                observer,
                () -> respond(
                        observer,
                        newToken(observer),
                        executor,
                        () -> {},
                        running -> DurableResponse.of(call.apply(running))));
    }

    /** Returns the token of the call that this thread handles, which is cancelled when the client cancels. */
    static <T> CallToken newToken(StreamObserver<T> observer) {
        CallToken token = ClientConnections.newToken();
        onCancel(observer, token::cancel);
        return token;
    }

    /** Runs {@code action} when the client cancels. With it, sending a response after that is no error. */
    private static void onCancel(StreamObserver<?> observer, Runnable action) {
        if (observer instanceof ServerCallStreamObserver<?> stream) {
            stream.setOnCancelHandler(action);
        }
    }

    /**
     * Sends the response of {@code call} for the session of {@code lease}, on the executor that {@code executor} returns, or the
     * status of what either throws. Closes {@code lease} after that. On another thread than this one, the call is dropped or
     * interrupted when the client cancels or the session is closed.
     *
     * @param token returns the token of the call; it is called at most once, on this thread
     */
    static <T> void respond(
            StreamObserver<T> observer,
            SessionLease lease,
            Supplier<CallToken> token,
            Function<Session, CallExecutor> executor,
            Function<Session, DurableResponse<T>> call) {
        Session session = lease.session();
        failOnError(observer, lease, () -> {
            CallExecutor chosen = executor.apply(session);
            if (chosen == CallExecutor.CALLER) {
                respond(observer, () -> call.apply(session), session::durable, lease::close);
            } else {
                execute(observer, lease, token.get(), chosen, call);
            }
        });
    }

    private static <T> void execute(
            StreamObserver<T> observer,
            SessionLease lease,
            CallToken token,
            CallExecutor executor,
            Function<Session, DurableResponse<T>> call) {
        Session session = lease.session();
        session.begin(token);
        try {
            executor.execute(token, () -> {
                try {
                    respond(observer, () -> session.run(token, call), session::durable, lease::close);
                } finally {
                    session.end(token);
                }
            });
        } catch (RuntimeException | Error e) {
            session.end(token);
            throw e;
        }
    }

    /** Lets a response be sent after the client has cancelled, which is no error then. */
    static void ignoreCancellation(StreamObserver<?> observer) {
        onCancel(observer, () -> {});
    }

    /** Runs {@code work}, and sends the status of what it throws. */
    static void failOnError(StreamObserver<?> observer, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }

    /** Runs {@code work}; if it throws, closes {@code lease} and sends the status. */
    static void failOnError(StreamObserver<?> observer, SessionLease lease, Runnable work) {
        failOnError(observer, () -> {
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                lease.close();
                throw e;
            }
        });
    }

    /** Returns the key of {@code request} of {@code caller} for retries; {@code requestId} is its request id. */
    static RequestKey key(Principal caller, String requestId, MessageLite request) {
        return requestId.isEmpty()
                ? RequestKey.NONE
                : RequestKey.of(caller, requestId, request.getClass().getName(), request.toByteArray());
    }
}
