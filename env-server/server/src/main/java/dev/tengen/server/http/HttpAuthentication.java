package dev.tengen.server.http;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.AuthorizationTable;
import dev.tengen.server.identity.BearerToken;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Right;
import io.javalin.http.ContentType;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Finds the principals of HTTP requests by the header {@code authorization: Bearer TOKEN}, and refuses requests that
 * the {@link AuthorizationTable} does not allow. On a server without authentication, every request is of
 * {@link Principal#LOCAL}.
 */
public final class HttpAuthentication {
    /** The time until a request with wrong credentials is refused. It is longer than any check of them. */
    private static final Duration REFUSAL_DELAY = Duration.ofMillis(20);

    private final Authenticator authenticator;

    /** Creates the authentication of a server. */
    public HttpAuthentication(Authenticator authenticator) {
        this.authenticator = authenticator;
    }

    /**
     * Returns the credentials in the header of {@code call}.
     *
     * @throws CallException UNAUTHENTICATED if there is more than one such header
     */
    public static Credentials credentials(Context call) {
        return new Credentials(BearerToken.of(Collections.list(call.req().getHeaders("Authorization"))), List.of());
    }

    /** Returns an executor that runs tasks when wrong credentials of the present request may be refused. */
    public static Executor refusals(Executor executor) {
        return CompletableFuture.delayedExecutor(REFUSAL_DELAY.toMillis(), TimeUnit.MILLISECONDS, executor);
    }

    /**
     * Returns the error of a request without valid credentials. It is the same for everything that is wrong with them.
     */
    public static CallException unauthenticated() {
        return CallException.of(
                Reason.UNAUTHENTICATED,
                "the credentials are missing or not valid; send a valid token, as in \"authorization: Bearer TOKEN\"");
    }

    /** Returns {@code handler} for requests of principals that may call {@code rpc}. Others get status 401 or 403. */
    Handler require(String rpc, Handler handler) {
        return call -> {
            Optional<Principal> principal = principal(call);
            if (principal.isEmpty()) {
                call.header("WWW-Authenticate", "Bearer");
                refuse(call, 401, unauthenticated());
            } else if (AuthorizationTable.CONTRACT.right(rpc, principal.get()) == Right.NEVER) {
                String role = principal.get().role().text();
                refuse(
                        call,
                        403,
                        CallException.of(
                                Reason.PERMISSION_DENIED, "principals with the role " + role + " may not " + rpc));
            } else {
                handler.handle(call);
            }
        };
    }

    /** Returns the principal of {@code call}; empty if its credentials are missing or not valid. */
    public Optional<Principal> principal(Context call) {
        Optional<Principal> principal = authenticate(call);
        HttpAccessLog.note(call, () -> principal);
        return principal;
    }

    private Optional<Principal> authenticate(Context call) {
        try {
            return authenticator.authenticate(credentials(call));
        } catch (CallException e) {
            return Optional.empty(); // The refusal does not say what is wrong.
        }
    }

    private static void refuse(Context call, int status, CallException error) {
        String message = String.valueOf(error.getMessage()).replace("\"", "\\\"");
        String json = "{\"reason\":\"" + error.reason() + "\",\"message\":\"" + message + "\"}\n";
        Supplier<CompletableFuture<?>> refusal = () -> CompletableFuture.runAsync(
                () -> call.status(status)
                        .contentType(ContentType.APPLICATION_JSON)
                        .result(json),
                refusals(Runnable::run));
        call.future(refusal);
    }
}
