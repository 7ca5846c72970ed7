package dev.tengen.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LoginRegistryTest {
    private static final Principal ANN = new Principal("ann", Role.AGENT);
    private static final Principal BOB = new Principal("bob", Role.AGENT);

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);
    private final LoginRegistry logins = new LoginRegistry(nanos::get);

    private String create(Principal principal) {
        return logins.create(principal, Credentials.NONE);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Test
    void find_unknownSecret_isEmpty() {
        String secret = create(ANN);

        assertThat(logins.find(secret))
                .hasValueSatisfying(login -> assertThat(login.name()).isEqualTo("ann"));
        assertThat(logins.find(secret + "x")).isEmpty();
        assertThat(logins.find("")).isEmpty();
    }

    /** Tokens of issuers are as long as a body, and an issuer may have any number of names. */
    @Test
    @Tag("full")
    void create_manyLongTokens_keepsAFewMegabytes() {
        String token = "t".repeat(4000);
        List<String> secrets = new ArrayList<>();
        for (int number = 0; number < 3000; number++) {
            secrets.add(logins.create(
                    new Principal("principal-" + number, Role.AGENT), new Credentials(Optional.of(token), List.of())));
        }

        await().forever()
                .until(() -> secrets.stream()
                                .filter(secret -> logins.peek(secret).isPresent())
                                .count()
                        <= LoginRegistry.MAX_BYTES / token.length());
        assertThat(logins.find(create(ANN))).isPresent();
    }

    @Test
    void find_afterTheIdleTimeout_isEmpty() {
        String used = create(ANN);
        String unused = create(ANN);
        pass(LoginRegistry.IDLE_TIMEOUT.dividedBy(2));
        logins.find(used);
        logins.peek(unused);

        pass(LoginRegistry.IDLE_TIMEOUT.dividedBy(2).plusSeconds(1));

        assertThat(logins.find(used)).isPresent();
        assertThat(logins.find(unused)).isEmpty();
    }

    @Test
    void find_afterTheMaximumAge_isEmptyHoweverOftenItWasUsed() {
        String secret = create(ANN);
        for (Duration age = Duration.ZERO;
                age.compareTo(LoginRegistry.MAX_AGE) < 0;
                age = age.plus(LoginRegistry.IDLE_TIMEOUT.dividedBy(2))) {
            assertThat(logins.find(secret)).isPresent();
            pass(LoginRegistry.IDLE_TIMEOUT.dividedBy(2));
        }

        assertThat(logins.peek(secret)).isEmpty();
        assertThat(logins.find(secret)).isEmpty();
    }

    @Test
    void create_oneMoreThanAllowed_endsTheOldestOfThePrincipalOnly() {
        String ofBob = create(BOB);
        List<String> ofAnn = new ArrayList<>();
        for (int i = 0; i <= LoginRegistry.MAX_PER_PRINCIPAL; i++) {
            pass(Duration.ofSeconds(1));
            ofAnn.add(create(ANN));
        }

        assertThat(logins.find(ofBob)).isPresent();
        assertThat(logins.find(ofAnn.get(0))).isEmpty();
        assertThat(ofAnn.subList(1, ofAnn.size()))
                .allSatisfy(secret -> assertThat(logins.find(secret)).isPresent());
    }

    @Test
    void end_login_isGone() {
        String secret = create(ANN);

        logins.end(secret);

        assertThat(logins.find(secret)).isEmpty();
    }

    @Test
    void text_ofALogin_hasNoSecret() {
        String secret = create(ANN);

        assertThat(logins.find(secret))
                .hasValueSatisfying(login -> assertThat(login.toString())
                        .isEqualTo("Login[name=ann]")
                        .doesNotContain(login.csrfToken()));
    }
}
