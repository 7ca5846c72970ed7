package dev.tengen.server.identity;

import static dev.tengen.server.testing.JwtIssuer.claims;
import static dev.tengen.server.testing.JwtIssuer.signed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.testing.JwtIssuer;
import dev.tengen.testing.TestSize;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("reference")
class JwtAuthenticatorTest {
    private static final int MUTATION_COUNT = TestSize.of(10_000);

    @TempDir
    private Path folder;

    private RSAKey key;
    private JwtAuthenticator authenticator;

    @BeforeEach
    void open() throws Exception {
        key = JwtIssuer.firstKey();
        Files.writeString(keys(), new JWKSet(key.toPublicJWK()).toString());
        authenticator = JwtAuthenticator.open(
                new JwtSettings("https://id.example", "tengen", keys().toString(), Set.of("RS256"), "tengen_role"));
    }

    @AfterEach
    void close() {
        authenticator.close();
    }

    private Path keys() {
        return folder.resolve("jwks.json");
    }

    private Optional<Principal> authenticate(String token) {
        return authenticator.authenticate(new Credentials(Optional.of(token), List.of()));
    }

    private void assertRefused(String token) {
        assertThatThrownBy(() -> authenticate(token)).isInstanceOfSatisfying(CallException.class, error -> {
            assertThat(error.reason()).isEqualTo(Reason.UNAUTHENTICATED);
            assertThat(error).hasMessage("the token proves no principal");
        });
    }

    @Test
    void authenticate_validToken_isThePrincipal() throws Exception {
        String token = signed(key, claims());

        assertThat(authenticate(token)).contains(new Principal("ann", Role.AGENT));
        assertThat(authenticate(token)).contains(new Principal("ann", Role.AGENT));
    }

    @Test
    void authenticate_roles_hasTheOneWithTheMostRights() throws Exception {
        String token = signed(key, claims().claim("tengen_role", List.of("staff", "spectator", "orchestrator")));

        assertThat(authenticate(token)).contains(new Principal("ann", Role.ORCHESTRATOR));
    }

    @Test
    void authenticate_wrongClaims_isRefused() throws Exception {
        Instant now = Instant.now();
        List<UnaryOperator<JWTClaimsSet.Builder>> changes = List.of(
                claims -> claims.expirationTime(Date.from(now.minusSeconds(60))),
                claims -> claims.expirationTime(null),
                claims -> claims.notBeforeTime(Date.from(now.plusSeconds(300))),
                claims -> claims.audience("other"),
                claims -> claims.audience((String) null),
                claims -> claims.issuer("https://other.example"),
                claims -> claims.issuer(null),
                claims -> claims.subject(null),
                claims -> claims.subject("ann\nbob"),
                claims -> claims.subject("local"),
                claims -> claims.claim("tengen_role", "king"),
                claims -> claims.claim("tengen_role", null));
        for (UnaryOperator<JWTClaimsSet.Builder> change : changes) {
            assertRefused(signed(key, change.apply(claims())));
        }
    }

    @Test
    void authenticate_wrongSignatures_isRefused() throws Exception {
        RSAKey other = JwtIssuer.key("wrong", "first");
        assertRefused(signed(other, claims()));
        assertRefused(signed(JwtIssuer.key("unknown", "unknown"), claims()));
        assertRefused(new PlainJWT(claims().build()).serialize());
        SignedJWT shared = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build(), claims().build());
        shared.sign(new MACSigner(key.toRSAPublicKey().getEncoded()));
        assertRefused(shared.serialize());
        SignedJWT notAllowed = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.RS512).keyID("first").build(), claims().build());
        notAllowed.sign(new RSASSASigner(key));
        assertRefused(notAllowed.serialize());
        assertRefused(signed(key, claims().claim("long", "x".repeat(10_000))));
    }

    /** The library once accepted tokens with characters that do not belong there, so that one token had many texts. */
    @Test
    void authenticate_randomMutations_areRefused() throws Exception {
        byte[] valid = signed(key, claims()).getBytes(StandardCharsets.US_ASCII);
        Random random = new Random(1);
        for (int count = 0; count < MUTATION_COUNT; count++) {
            byte[] mutated = valid.clone();
            int place = random.nextInt(mutated.length);
            byte before = mutated[place];
            while (mutated[place] == before) {
                mutated[place] = (byte) (' ' + random.nextInt(95));
            }
            String token = new String(mutated, StandardCharsets.US_ASCII);
            if (token.contains(".")) {
                assertRefused(token);
            }
        }
    }

    @Test
    void authenticate_afterTheKeysHaveChanged_refusesTheOldAndAcceptsTheNew() throws Exception {
        String old = signed(key, claims());
        assertThat(authenticate(old)).isPresent();
        RSAKey next = JwtIssuer.key("second", "second");

        Files.writeString(keys(), new JWKSet(next.toPublicJWK()).toString());

        String token = signed(next, claims());
        await().forever()
                .ignoreException(CallException.class)
                .until(() -> authenticate(token).isPresent());
        assertRefused(old);
    }

    @Test
    void settings_algorithmWithSharedSecretOrNone_throws() {
        for (String name : List.of("HS256", "none", "")) {
            assertThatThrownBy(() -> new JwtSettings("i", "a", "k", Set.of(name), "r"))
                    .isInstanceOf(InvalidValueException.class);
        }
    }
}
