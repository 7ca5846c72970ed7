package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.Session;
import dev.tengen.server.session.SessionLease;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
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

    /** Sends what {@code call} returns on the executor that {@code executor} returns, or the status of what either throws. */
    static <T> void respond(StreamObserver<T> observer, Supplier<Executor> executor, Supplier<T> call) {
        failOnError(observer, () -> {
            ignoreCancellation(observer);
            executor.get().execute(() -> respond(observer, call));
        });
    }

    /** Lets the client cancel while an engine searches: with a handler, sending the response is no error then. */
    private static <T> void ignoreCancellation(StreamObserver<T> observer) {
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            stream.setOnCancelHandler(() -> {});
        }
    }

    /**
     * Sends what {@code call} returns for the session of {@code lease}, on the executor that {@code executor} returns, or the
     * status of what either throws. Closes {@code lease} after that.
     */
    static <T> void respond(
            StreamObserver<T> observer,
            SessionLease lease,
            Function<Session, Executor> executor,
            Function<Session, T> call) {
        Session session = lease.session();
        failOnError(observer, lease, () -> {
            ignoreCancellation(observer);
            executor.apply(session).execute(() -> {
                try (lease) {
                    respond(observer, () -> call.apply(session));
                }
            });
        });
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

    /** Returns the key of {@code request} for retries; {@code requestId} is its request id. */
    static RequestKey key(String requestId, MessageLite request) {
        return requestId.isEmpty()
                ? RequestKey.NONE
                : RequestKey.of(requestId, request.getClass().getName(), request.toByteArray());
    }
}
