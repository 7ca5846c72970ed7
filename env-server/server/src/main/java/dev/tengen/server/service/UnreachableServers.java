package dev.tengen.server.service;

import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the header of a call which servers its client cannot reach, as {@code tengen-unreachable: HOST:PORT[,HOST:PORT]}. The
 * sessions of those are taken over. Thread-safe.
 */
public final class UnreachableServers implements ServerInterceptor {
    private static final Metadata.Key<String> HEADER =
            Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER);
    private static final Context.Key<Set<String>> ADDRESSES = Context.key("dev.tengen.unreachable");

    /** More addresses are ignored. */
    private static final int MAX_ADDRESS_COUNT = 16;

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        @Nullable String value = headers.get(HEADER);
        if (value == null) {
            return next.startCall(call, headers);
        }
        Set<String> addresses = Arrays.stream(value.split(",", MAX_ADDRESS_COUNT + 1))
                .limit(MAX_ADDRESS_COUNT)
                .map(String::strip)
                .collect(Collectors.toUnmodifiableSet());
        return Contexts.interceptCall(Context.current().withValue(ADDRESSES, addresses), call, headers, next);
    }

    /** Returns the addresses of the servers that the client of the call that this thread handles cannot reach. */
    static Set<String> ofCall() {
        @Nullable Set<String> addresses = ADDRESSES.get();
        return addresses == null ? Set.of() : addresses;
    }
}
