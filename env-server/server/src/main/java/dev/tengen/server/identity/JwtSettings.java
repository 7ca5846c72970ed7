package dev.tengen.server.identity;

import com.nimbusds.jose.JWSAlgorithm;
import dev.tengen.base.InvalidValueException;
import java.util.List;
import java.util.Set;

/**
 * Which JWTs a server accepts.
 *
 * @param issuer what the claim {@code iss} must be
 * @param audience what the claim {@code aud} must contain
 * @param keys the issuer's public keys: a JWKS file, or its URL, which starts with {@code https:} or, on a network that
 *     you trust, {@code http:}
 * @param algorithms names of the allowed signature algorithms: RS256 and similar, PS256 and similar, ES256 and similar.
 *     Never those with a shared secret, and never none
 * @param roleClaim the claim that has the role of the principal, or a list of names with roles among them
 */
public record JwtSettings(String issuer, String audience, String keys, Set<String> algorithms, String roleClaim) {
    /** The default algorithms. */
    public static final List<String> DEFAULT_ALGORITHMS = List.of("RS256", "PS256", "ES256");

    /** The default claim of the role. */
    public static final String DEFAULT_ROLE_CLAIM = "tengen_role";

    /**
     * Checks the algorithms.
     *
     * @throws InvalidValueException if one is not allowed
     */
    public JwtSettings {
        algorithms = Set.copyOf(algorithms);
        for (String name : algorithms) {
            JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
            if (!JWSAlgorithm.Family.RSA.contains(algorithm) && !JWSAlgorithm.Family.EC.contains(algorithm)) {
                throw InvalidValueException.not(
                        "jwt_algorithms",
                        "\"" + name + "\"",
                        "one of " + JWSAlgorithm.Family.RSA + " and " + JWSAlgorithm.Family.EC);
            }
        }
        if (algorithms.isEmpty()) {
            throw InvalidValueException.not("jwt_algorithms", "\"\"", "one or more names");
        }
    }

    /** Returns whether the keys come from a URL. */
    boolean hasKeyUrl() {
        return keys.startsWith("https:") || keys.startsWith("http:");
    }
}
