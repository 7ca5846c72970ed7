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
import java.util.function.Function;
import java.util.function.Supplier;

/** Responds to unary calls. */
final class UnaryCalls {
    private UnaryCalls() {}

    /** Sends what {@code call} returns, or the status of what it throws. */
    static <T> void respond(StreamObserver<T> observer, Supplier<T> call) {
        T response;
        try {
            response = call.get();
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
            return;
        }
        observer.onNext(response);
        observer.onCompleted();
    }

    /**
     * Sends what {@code call} returns on the executor that {@code executor} returns, or the status of what either throws. When
     * the client cancels, the call is dropped or interrupted.
     */
    static <T> void respond(StreamObserver<T> observer, Supplier<CallExecutor> executor, Function<CallToken, T> call) {
        failOnError(observer, () -> respond(observer, executor, () -> {}, call));
    }

    /** Does the same, but throws what {@code executor} throws, and runs {@code end} at the end if nothing was thrown. */
    static <T> void respond(
            StreamObserver<T> observer, Supplier<CallExecutor> executor, Runnable end, Function<CallToken, T> call) {
        CallToken token = newToken(observer);
        executor.get().execute(token, () -> {
            try {
                respond(observer, () -> token.call(() -> call.apply(token)));
            } finally {
                end.run();
            }
        });
    }

    /** Returns the token of the call that this thread handles, which is cancelled when the client cancels. */
    static <T> CallToken newToken(StreamObserver<T> observer) {
        CallToken token = ClientConnections.newToken();
        onCancel(observer, token::cancel);
        return token;
    }

    /** Runs {@code action} when the client cancels. With it, sending a response after that is no error. */
    private static <T> void onCancel(StreamObserver<T> observer, Runnable action) {
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            stream.setOnCancelHandler(action);
        }
    }

    /**
     * Sends what {@code call} returns for the session of {@code lease}, on the executor that {@code executor} returns, or the
     * status of what either throws. Closes {@code lease} after that. On another thread than this one, the call is dropped or
     * interrupted when the client cancels or the session is closed.
     */
    static <T> void respond(
            StreamObserver<T> observer,
            SessionLease lease,
            Function<Session, CallExecutor> executor,
            Function<Session, T> call) {
        Session session = lease.session();
        failOnError(observer, lease, () -> {
            CallExecutor chosen = executor.apply(session);
            if (chosen == CallExecutor.CALLER) {
                onCancel(observer, () -> {});
                try (lease) {
                    respond(observer, () -> call.apply(session));
                }
            } else {
                execute(observer, lease, chosen, call);
            }
        });
    }

    private static <T> void execute(
            StreamObserver<T> observer, SessionLease lease, CallExecutor executor, Function<Session, T> call) {
        Session session = lease.session();
        CallToken token = newToken(observer);
        session.begin(token);
        try {
            executor.execute(token, () -> {
                try (lease) {
                    respond(observer, () -> session.run(token, call));
                } finally {
                    session.end(token);
                }
            });
        } catch (RuntimeException | Error e) {
            session.end(token);
            throw e;
        }
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
