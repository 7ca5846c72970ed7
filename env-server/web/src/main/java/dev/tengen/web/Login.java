package dev.tengen.web;

import dev.tengen.server.error.CallException;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A browser that has logged in. It counts as long as its credentials do: they are checked with every request, so a
 * revoked or expired token ends the login.
 *
 * @param name the name of the principal
 * @param credentials what the browser has shown
 * @param csrfToken what changes must send besides the cookie. Pages of other sites cannot read it
 * @param createdNanos when it was created, on the clock of its registry
 */
record Login(String name, Credentials credentials, String csrfToken, long createdNanos) {
    private static final Logger LOG = LoggerFactory.getLogger(Login.class);

    /** Returns the principal, with its present role; empty if the credentials count no more. */
    Optional<Principal> principal(Authenticator authenticator) {
        try {
            return authenticator
                    .authenticate(credentials)
                    .filter(principal -> principal.name().equals(name));
        } catch (CallException e) {
            LOG.debug("The credentials of a login have been revoked or have expired");
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "Login[name=" + name + "]";
    }
}
