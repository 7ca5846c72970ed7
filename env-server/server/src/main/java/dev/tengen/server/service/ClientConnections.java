package dev.tengen.server.service;

import dev.tengen.server.execution.CallToken;
import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes the connections of clients, so that their work can be shared out fairly: gives each connection an identity,
 * and each call the identity of its connection.
 *
 * <p>Thread-safe.
 */
public final class ClientConnections extends ServerTransportFilter implements ServerInterceptor {
    private static final Attributes.Key<Object> ATTRIBUTE = Attributes.Key.create("dev.tengen.connection");
    private static final Context.Key<Object> CONNECTION = Context.key("dev.tengen.connection");

    @Override
    public Attributes transportReady(Attributes attributes) {
        return attributes.toBuilder().set(ATTRIBUTE, new Object()).build();
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        Context context = Context.current().withValue(CONNECTION, connection(call));
        return Contexts.interceptCall(context, call, headers, next);
    }

    /** Returns the identity of the connection of {@code call}; null if no transport gave it one. */
    static @Nullable Object connection(ServerCall<?, ?> call) {
        return call.getAttributes().get(ATTRIBUTE);
    }

    /** Returns a new token for the call that this thread handles. */
    static CallToken newToken() {
        Object connection = CONNECTION.get();
        return new CallToken(connection == null ? new Object() : connection);
    }
}
