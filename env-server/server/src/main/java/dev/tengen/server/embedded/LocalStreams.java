package dev.tengen.server.embedded;

import dev.tengen.server.service.LocalStream;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the stream at the server that belongs to a call of a client in this process: the client sends a number in a
 * header, and the interceptor passes the stream to what the client has registered under it. Thread-safe.
 */
final class LocalStreams implements ServerInterceptor {
    private static final Metadata.Key<String> NUMBER =
            Metadata.Key.of("tengen-local-call", Metadata.ASCII_STRING_MARSHALLER);

    /** The methods whose streams take requests without messages. */
    private static final Set<String> METHODS = Set.of("tengen.v1.BatchService/Run", "tengen.v1.SearchService/SelfPlay");

    private final AtomicLong lastNumber = new AtomicLong();
    private final Map<String, Consumer<LocalStream>> receivers = new ConcurrentHashMap<>();

    /**
     * Registers what receives the stream of a call of {@code method}, and returns the headers of the call. The streams
     * of other methods take messages only.
     */
    Metadata expect(String method, Consumer<LocalStream> receiver) {
        if (!METHODS.contains(method)) {
            return new Metadata();
        }
        String number = Long.toString(lastNumber.incrementAndGet());
        receivers.put(number, receiver);
        Metadata headers = new Metadata();
        headers.put(NUMBER, number);
        return headers;
    }

    /** Forgets a call that has ended. */
    void forget(Metadata headers) {
        String number = headers.get(NUMBER);
        if (number != null) {
            receivers.remove(number);
        }
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String number = headers.get(NUMBER);
        @Nullable Consumer<LocalStream> receiver = number == null ? null : receivers.remove(number);
        return receiver == null
                ? next.startCall(call, headers)
                : Contexts.interceptCall(LocalStream.received(Context.current(), receiver), call, headers, next);
    }
}
