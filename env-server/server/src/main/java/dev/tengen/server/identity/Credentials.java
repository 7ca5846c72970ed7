package dev.tengen.server.identity;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * What a caller shows to prove who it is. The text of it holds no secret.
 *
 * @param bearerToken the token of the header {@code authorization: Bearer}, without the scheme; empty without such a
 *     header
 * @param certificates the certificates of the client that the transport has verified, its own first; empty without
 *     mutual TLS
 */
public record Credentials(Optional<String> bearerToken, List<X509Certificate> certificates) {
    /** No credentials. */
    public static final Credentials NONE = new Credentials(Optional.empty(), List.of());

    /** Copies the list. */
    public Credentials {
        certificates = List.copyOf(certificates);
    }

    @Override
    public String toString() {
        return "Credentials[bearerToken=" + (bearerToken.isPresent() ? "present" : "none") + ", certificates="
                + certificates.size() + "]";
    }
}
