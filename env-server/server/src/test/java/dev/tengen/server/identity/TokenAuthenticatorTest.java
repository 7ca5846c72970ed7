package dev.tengen.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.server.error.CallException;
import dev.tengen.server.tls.PrivateAuthority;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenAuthenticatorTest {
    private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    private Path folder;

    private static String line(String name, String token, Optional<Instant> expiry) {
        return new StaticToken(new Principal(name, Role.AGENT), StaticToken.digest(token), expiry).line() + "\n";
    }

    private TokenAuthenticator open() throws IOException {
        return TokenAuthenticator.open(folder, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private static Optional<Principal> ask(TokenAuthenticator authenticator, String token) {
        return authenticator.authenticate(new Credentials(Optional.of(token), List.of()));
    }

    @Test
    void authenticate_tokensOfAFolder_knowsThoseThatHaveNotExpired() throws IOException {
        String ann = StaticToken.newToken();
        String bob = StaticToken.newToken();
        Files.writeString(folder.resolve("ann"), "# Ann's\n\n" + line("ann", ann, Optional.of(NOW.plusSeconds(1))));
        Files.writeString(folder.resolve("bob"), line("bob", bob, Optional.of(NOW)));
        Files.writeString(folder.resolve(".hidden"), "no tokens");

        try (TokenAuthenticator authenticator = open()) {
            assertThat(ask(authenticator, ann)).contains(new Principal("ann", Role.AGENT));
            for (String wrong :
                    List.of(bob, StaticToken.newToken(), ann + "x", "tengen_", "tengen_" + "x".repeat(9000))) {
                assertThatThrownBy(() -> ask(authenticator, wrong)).isInstanceOf(CallException.class);
            }
            assertThat(ask(authenticator, "other")).isEmpty();
        }
    }

    @Test
    void open_malformedLine_namesItWithoutItsContent() throws IOException {
        Files.writeString(folder.resolve("tokens"), "ann king 00 never\n");

        assertThatThrownBy(this::open)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("line 1 is not \"NAME ROLE SHA256 EXPIRY\": the role is not one of [operator, ");
    }

    /** A principal of this name would own the sessions of a server without authentication, and those of the page. */
    @Test
    void open_nameOfTheLocalPrincipal_throws() throws IOException {
        Files.writeString(folder.resolve("tokens"), "local spectator " + "0".repeat(64) + " never\n");
        Path roles = Files.writeString(folder.resolve("roles"), "DNS:trainer.lab local agent\n");
        Path authorities = folder.resolve("ca.pem");
        Files.writeString(authorities, new PrivateAuthority().certificatePem());

        assertThatThrownBy(() -> TokenAuthenticator.open(folder.resolve("tokens")))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("+ -, other than \"local\"");
        assertThatThrownBy(() -> CertificateAuthenticator.open(authorities, roles))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("+ -, other than \"local\"");
    }

    @Test
    void newToken_always_isOf256RandomBits() {
        assertThat(StaticToken.newToken()).startsWith("tengen_").hasSize(7 + 43).isNotEqualTo(StaticToken.newToken());
    }
}
