package dev.tengen.server.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.text.ParseException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Verifies JWTs of one issuer: signature, algorithm, issuer, audience, expiry and start. The claim {@code sub} is the
 * name of the principal.
 *
 * <p>Tokens that were verified are remembered until they expire or the keys change, since a signature costs as much as
 * a call. Thread-safe; nothing here waits for the issuer.
 */
public final class JwtAuthenticator implements AuthenticatorChain.Closeable {
    /** The clocks of issuer and server may differ by this. */
    private static final int CLOCK_SKEW_SECONDS = 30;

    private static final int MAX_TOKEN_LENGTH = 7168;
    private static final int MAX_REMEMBERED = 10_000;

    private final JwtSettings settings;
    private final JwtKeys keys;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final Cache<ByteBuffer, Verified> remembered =
            Caffeine.newBuilder().maximumSize(MAX_REMEMBERED).build();

    private JwtAuthenticator(JwtSettings settings, JwtKeys keys) {
        this.settings = settings;
        this.keys = keys;
        Set<JWSAlgorithm> algorithms =
                settings.algorithms().stream().map(JWSAlgorithm::parse).collect(Collectors.toSet());
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(algorithms, (selector, context) -> selector.select(keys.current())));
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), null));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                settings.audience(),
                new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                Set.of("sub", "exp"));
        claims.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    /** A token that was verified with {@code keys}. */
    private record Verified(Principal principal, Instant end, JWKSet keys) {}

    /**
     * Opens the keys of the issuer.
     *
     * @throws IOException if they are in a file that cannot be read or is malformed
     */
    public static JwtAuthenticator open(JwtSettings settings) throws IOException {
        return new JwtAuthenticator(settings, JwtKeys.open(settings));
    }

    @Override
    public Optional<Principal> authenticate(Credentials credentials) {
        if (credentials.bearerToken().filter(token -> token.indexOf('.') >= 0).isEmpty()) {
            return Optional.empty();
        }
        String token = credentials.bearerToken().get();
        if (token.length() > MAX_TOKEN_LENGTH || !isCanonical(token)) {
            throw refused();
        }
        ByteBuffer digest = ByteBuffer.wrap(StaticToken.sha256(token));
        JWKSet current = keys.current();
        @Nullable Verified known = remembered.getIfPresent(digest);
        if (known == null || !known.keys.equals(current) || !Instant.now().isBefore(known.end)) {
            known = verify(token, current);
            remembered.put(digest, known);
        }
        return Optional.of(known.principal);
    }

    /**
     * Returns whether the token has three parts in the one right form of Base64. The library passes over characters and
     * bits that do not belong there, so one token would have many texts.
     */
    private static boolean isCanonical(String token) {
        String[] parts = token.split("\\.", -1);
        if (parts.length != 3) {
            return false;
        }
        try {
            for (String part : parts) {
                byte[] content = Base64.getUrlDecoder().decode(part);
                if (!Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(content)
                        .equals(part)) {
                    return false;
                }
            }
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Verified verify(String token, JWKSet current) {
        try {
            SignedJWT parsed = SignedJWT.parse(token);
            String keyId = parsed.getHeader().getKeyID();
            if (keyId != null && current.getKeyByKeyId(keyId) == null) {
                keys.refreshSoon();
            }
            JWTClaimsSet claims = processor.process(parsed, null);
            String name = claims.getSubject();
            if (name == null || !StaticToken.isName(name)) {
                throw refused();
            }
            Instant end = claims.getExpirationTime().toInstant().plusSeconds(CLOCK_SKEW_SECONDS);
            return new Verified(new Principal(name, role(claims)), end, current);
        } catch (ParseException
                | BadJOSEException
                | JOSEException
                | IllegalArgumentException
                | IllegalStateException e) {
            throw refused();
        }
    }

    /** Returns the role with the most rights that the claim names. */
    private Role role(JWTClaimsSet claims) {
        Object claim = claims.getClaim(settings.roleClaim());
        Collection<?> names = claim instanceof Collection<?> list ? list : List.of(String.valueOf(claim));
        return Arrays.stream(Role.values())
                .filter(role -> names.contains(role.text()))
                .findFirst()
                .orElseThrow(JwtAuthenticator::refused);
    }

    private static CallException refused() {
        return CallException.of(Reason.UNAUTHENTICATED, "the token proves no principal");
    }

    @Override
    public List<ReloadStatus> reloads() {
        return List.of(keys.status());
    }

    @Override
    public void close() {
        keys.close();
    }
}
