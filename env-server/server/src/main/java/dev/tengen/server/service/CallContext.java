package dev.tengen.server.service;

import com.google.protobuf.MessageLite;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.session.RequestKey;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a service knows of the call that it handles: who makes it, over which connection, which servers its client
 * cannot reach, and the key of its request. {@link PolicyInterceptor} makes it, for each call that needs credentials.
 *
 * <p>It belongs to the context of gRPC, which the methods of services run in. Work on another thread does not see it,
 * so services read it first and pass it on. Immutable.
 */
public final class CallContext {
    private static final Context.Key<CallContext> KEY = Context.key("dev.tengen.call");

    /** The header by which a client says whose sessions are to be taken over, as {@code HOST:PORT[,HOST:PORT]}. */
    private static final Metadata.Key<String> UNREACHABLE =
            Metadata.Key.of("tengen-unreachable", Metadata.ASCII_STRING_MARSHALLER);

    /** More addresses are ignored. */
    private static final int MAX_ADDRESS_COUNT = 16;

    private static final int MAX_REQUEST_ID_BYTES = 64;

    private final Principal principal;
    private final ClientConnection connection;
    private final Set<String> unreachable;

    private CallContext(Principal principal, ClientConnection connection, Set<String> unreachable) {
        this.principal = principal;
        this.connection = connection;
        this.unreachable = unreachable;
    }

    /** Returns the context of {@code call}, which {@code principal} makes with {@code headers}. */
    public static CallContext of(Principal principal, ServerCall<?, ?> call, Metadata headers) {
        return new CallContext(principal, ClientConnection.of(call), unreachable(headers.get(UNREACHABLE)));
    }

    /** Returns the context of a call of {@code principal} that comes over no connection. */
    public static CallContext of(Principal principal) {
        return new CallContext(principal, ClientConnection.none(), Set.of());
    }

    private static Set<String> unreachable(@Nullable String header) {
        return header == null
                ? Set.of()
                : Arrays.stream(header.split(",", MAX_ADDRESS_COUNT + 1))
                        .limit(MAX_ADDRESS_COUNT)
                        .map(String::strip)
                        .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Returns the context of the call that this thread handles.
     *
     * @throws IllegalStateException outside of a call, or in a call that needs no credentials, such as a health check.
     *     There is no default, so that a missing interceptor gives nobody rights
     */
    public static CallContext current() {
        @Nullable CallContext context = KEY.get();
        if (context == null) {
            throw new IllegalStateException("this thread handles no call of a principal");
        }
        return context;
    }

    /** Returns {@code context} with this as that of the call. */
    public Context in(Context context) {
        return context.withValue(KEY, this);
    }

    /** Returns the principal that makes the call. */
    public Principal principal() {
        return principal;
    }

    /** Returns the addresses of the servers that the client cannot reach. */
    Set<String> unreachable() {
        return unreachable;
    }

    /** Returns a new token of the call, which nothing cancels yet. */
    CallToken newToken() {
        return new CallToken(connection);
    }

    /**
     * Returns the key of {@code request} for retries. This serializes and hashes the request, unless {@code requestId}
     * is empty.
     *
     * @throws CallException if the request id is too long
     */
    RequestKey key(String requestId, MessageLite request) {
        if (requestId.isEmpty()) {
            return RequestKey.NONE;
        }
        int length = requestId.getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_REQUEST_ID_BYTES) {
            throw CallException.invalid(
                    "request_id", "of " + length + " bytes", "one of at most " + MAX_REQUEST_ID_BYTES + " bytes");
        }
        return RequestKey.of(principal, requestId, request.getClass().getName(), request.toByteArray());
    }
}
