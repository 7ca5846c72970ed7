package dev.tengen.server.service;

import dev.tengen.server.convert.StatusConverter;
import io.grpc.stub.StreamObserver;
import java.util.function.Supplier;

/** How unary calls are answered. */
final class Answers {
    private Answers() {}

    /** Makes {@code call} and sends what comes of it. */
    static <T> void answer(StreamObserver<T> observer, Supplier<T> call) {
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
}
