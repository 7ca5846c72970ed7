package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.session.RequestKey;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.Executor;
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
        if (observer instanceof ServerCallStreamObserver<T> stream) {
            // The client may cancel while an engine searches. With a handler, sending the response is no error then.
            stream.setOnCancelHandler(() -> {});
        }
        failOnError(observer, () -> executor.get().execute(() -> respond(observer, call)));
    }

    /** Runs {@code work}, and sends the status of what it throws. */
    static void failOnError(StreamObserver<?> observer, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            observer.onError(StatusConverter.toStatus(e));
        }
    }

    /** Returns the key of {@code request} for retries; {@code requestId} is its request id. */
    static RequestKey key(String requestId, MessageLite request) {
        return requestId.isEmpty()
                ? RequestKey.NONE
                : RequestKey.of(requestId, request.getClass().getName(), request.toByteArray());
    }
}
