package dev.tengen.server.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Makes JWTs as the issuer that the servers of tests trust. */
public final class JwtIssuer {
    private static final Map<String, RSAKey> KEYS = new ConcurrentHashMap<>();

    private JwtIssuer() {}

    /** Returns the key of 2048 bits that the issuer signs with first. */
    public static RSAKey firstKey() {
        return key("first", "first");
    }

    /**
     * Returns a key of 2048 bits. Tests share keys, since one takes a second.
     *
     * @param name which key: the same name gives the same key
     * @param id the key id, which several keys may have
     */
    public static RSAKey key(String name, String id) {
        return KEYS.computeIfAbsent(name, missing -> {
            try {
                return new RSAKeyGenerator(2048).keyID(id).generate();
            } catch (JOSEException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Returns valid claims of the agent "ann". */
    public static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer("https://id.example")
                .audience("tengen")
                .subject("ann")
                .claim("tengen_role", "agent")
                .expirationTime(Date.from(Instant.now().plusSeconds(3600)));
    }

    /** Returns {@code claims} signed by {@code key} with RS256. */
    public static String signed(RSAKey key, JWTClaimsSet.Builder claims) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(key.getKeyID()).build(), claims.build());
        token.sign(new RSASSASigner(key));
        return token.serialize();
    }
}
