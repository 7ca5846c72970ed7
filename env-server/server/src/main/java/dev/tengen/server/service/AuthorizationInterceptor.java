package dev.tengen.server.service;

import dev.tengen.server.convert.StatusConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Right;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls that the role of their principal does not allow, by an {@link AuthorizationTable}. Whose sessions a call may use,
 * its service decides.
 *
 * <p>It belongs inside of the {@link AuthenticationInterceptor}, and outside of the {@linkplain OverloadInterceptor queue of calls}.
 *
 * <p>Thread-safe.
 */
public final class AuthorizationInterceptor implements ServerInterceptor {
    private final AuthorizationTable table;

    /** Creates the interceptor. */
    public AuthorizationInterceptor(AuthorizationTable table) {
        this.table = table;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String rpc = call.getMethodDescriptor().getFullMethodName();
        Optional<AuthorizationTable.Row> row = table.row(rpc);
        if (row.isPresent() && !row.get().needsCredentials()) {
            return next.startCall(call, headers);
        }
        Principal principal = PrincipalContext.current();
        if (row.map(known -> known.right(principal)).orElse(Right.NEVER) == Right.NEVER) {
            refuse(call, rpc, principal);
            return new ServerCall.Listener<>() {};
        }
        return next.startCall(call, headers);
    }

    private static void refuse(ServerCall<?, ?> call, String rpc, Principal principal) {
        StatusRuntimeException error = StatusConverter.toStatus(denied(rpc, principal));
        Metadata trailers = new Metadata();
        @Nullable Metadata template = error.getTrailers();
        if (template != null) {
            trailers.merge(template);
        }
        call.close(error.getStatus(), trailers);
    }

    private static CallException denied(String rpc, Principal principal) {
        String method = rpc.substring(rpc.lastIndexOf('/') + 1);
        String role = principal.role().text();
        return principal
                .seat()
                .map(seat -> CallException.of(
                                Reason.PERMISSION_DENIED,
                                "the token of a seat (" + seat.place().text() + ") may not call " + method)
                        .with("seat", seat.place().text()))
                .orElseGet(() -> CallException.of(
                                Reason.PERMISSION_DENIED,
                                "principals with the role " + role + " may not call " + method)
                        .with("role", role))
                .with("rpc", rpc);
    }
}
