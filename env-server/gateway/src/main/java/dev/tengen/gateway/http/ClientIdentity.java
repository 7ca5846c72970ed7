package dev.tengen.gateway.http;

import dev.tengen.server.error.CallException;
import dev.tengen.server.http.HttpAccessLog;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpCalls;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.RequestOrigin;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * The principal of a client, as of now: a token that was revoked counts no more, also on a socket that is open.
 * Thread-safe.
 *
 * @param authenticator finds principals
 * @param credentials what the client has shown
 * @param address its address
 */
public record ClientIdentity(Authenticator authenticator, Credentials credentials, String address) {
    /**
     * Returns the identity of the client that makes {@code call}.
     *
     * @throws HttpException if a browser makes it for the page of another site
     * @throws CallException if the credentials are malformed
     */
    public static ClientIdentity of(Context call, Authenticator authenticator) {
        if (RequestOrigin.isForeign(call)) {
            throw new HttpException(
                    403,
                    "FOREIGN_ORIGIN",
                    "the request comes from a page of another site: Origin is not the address in Host");
        }
        ClientIdentity identity = new ClientIdentity(authenticator, HttpAuthentication.credentials(call), call.ip());
        HttpAccessLog.note(call, identity::principal);
        return identity;
    }

    /** Returns the principal; empty if there is none. */
    public Optional<Principal> principal() {
        try {
            return authenticator.authenticate(credentials);
        } catch (CallException e) {
            return Optional.empty(); // The refusal does not say what is wrong.
        }
    }

    /** Returns the client whose turns the requests take. */
    public HttpCalls.Client client() {
        return HttpCalls.Client.of(address, principal());
    }

    /**
     * Returns the principal.
     *
     * @throws CallException if there is none, or it has not {@code permission}
     */
    public Principal require(GatewayPermission permission) {
        Principal principal = principal().orElseThrow(HttpAuthentication::unauthenticated);
        permission.require(principal);
        return principal;
    }
}
