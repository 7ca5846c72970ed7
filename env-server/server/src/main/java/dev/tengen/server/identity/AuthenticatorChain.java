package dev.tengen.server.identity;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.List;
import java.util.Optional;

/**
 * Asks authenticators in order; the first that knows something of the credentials decides. It owns them: {@link #close}
 * closes those that can be closed.
 *
 * <p>A server has them in this order: certificates, because the connection has proved possession of the key; then
 * tokens of the operator, which cost one digest; then JWTs, which cost a signature and depend on an issuer elsewhere.
 */
public final class AuthenticatorChain implements Authenticator, AutoCloseable {
    private final List<Authenticator> authenticators;

    /** Creates a chain. */
    public AuthenticatorChain(List<Authenticator> authenticators) {
        this.authenticators = List.copyOf(authenticators);
    }

    @Override
    public Optional<Principal> authenticate(Credentials credentials) {
        for (Authenticator authenticator : authenticators) {
            Optional<Principal> principal = authenticator.authenticate(credentials);
            if (principal.isPresent()) {
                return principal;
            }
        }
        throw CallException.of(Reason.UNAUTHENTICATED, "nothing proves a principal");
    }

    @Override
    public List<ReloadStatus> reloads() {
        return authenticators.stream()
                .flatMap(authenticator -> authenticator.reloads().stream())
                .toList();
    }

    /** Returns whether it has no authenticator, so that it refuses everybody. */
    public boolean isEmpty() {
        return authenticators.isEmpty();
    }

    @Override
    public void close() {
        for (Authenticator authenticator : authenticators) {
            if (authenticator instanceof Closeable closeable) {
                closeable.close();
            }
        }
    }

    /** An authenticator that watches files or an issuer until it is closed. */
    interface Closeable extends Authenticator, AutoCloseable {
        @Override
        void close();
    }
}
