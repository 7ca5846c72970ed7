package dev.tengen.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.google.common.hash.Hashing;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The logins of browsers, by the secret of their cookie. A login ends after {@link #IDLE_TIMEOUT} without a request,
 * and {@link #MAX_AGE} after it was created. The registry is in memory only, and holds digests of the secrets.
 * Thread-safe.
 */
final class LoginRegistry {
    /** How long a login lives without requests. */
    static final Duration IDLE_TIMEOUT = Duration.ofHours(2);

    /** How long a login lives. */
    static final Duration MAX_AGE = Duration.ofHours(12);

    /** The maximum number of logins of one principal. A new one ends the oldest. */
    static final int MAX_PER_PRINCIPAL = 16;

    /** The maximum of all logins together, in bytes. Beyond it, the logins that were used longest ago end. */
    static final long MAX_BYTES = 8L << 20;

    /** The size of a login without its token. */
    private static final int LOGIN_BYTES = 700;

    private static final int SECRET_BYTES = 32;

    private final Ticker ticker;
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Login> logins;

    /** Creates an empty registry with the clock {@code ticker}. */
    LoginRegistry(Ticker ticker) {
        this.ticker = ticker;
        logins = Caffeine.newBuilder()
                .maximumWeight(MAX_BYTES)
                .weigher((String digest, Login login) -> LOGIN_BYTES
                        + login.credentials().bearerToken().map(String::length).orElse(0))
                .expireAfterAccess(IDLE_TIMEOUT)
                .ticker(ticker)
                .build();
    }

    /** Creates a login of {@code principal}, and returns the secret of its cookie. The secret is always a new one. */
    synchronized String create(Principal principal, Credentials credentials) {
        while (ofPrincipal(principal.name()).count() >= MAX_PER_PRINCIPAL) {
            ofPrincipal(principal.name())
                    .min(Comparator.comparingLong(entry -> entry.getValue().createdNanos() - ticker.read()))
                    .ifPresent(oldest -> logins.invalidate(oldest.getKey()));
        }
        String secret = newSecret();
        logins.put(digest(secret), new Login(principal.name(), credentials, newSecret(), ticker.read()));
        return secret;
    }

    private Stream<Map.Entry<String, Login>> ofPrincipal(String name) {
        return logins.asMap().entrySet().stream()
                .filter(entry -> entry.getValue().name().equals(name));
    }

    /** Returns the login with {@code secret}, and extends its idle timeout; empty if it has ended or never was. */
    Optional<Login> find(String secret) {
        String digest = digest(secret);
        return Optional.ofNullable(logins.getIfPresent(digest)).filter(login -> isYoung(digest, login));
    }

    /** Returns the login with {@code secret} without an effect on its idle timeout. */
    Optional<Login> peek(String secret) {
        String digest = digest(secret);
        return Optional.ofNullable(logins.policy().getIfPresentQuietly(digest)).filter(login -> isYoung(digest, login));
    }

    private boolean isYoung(String digest, Login login) {
        if (ticker.read() - login.createdNanos() < MAX_AGE.toNanos()) {
            return true;
        }
        logins.invalidate(digest);
        return false;
    }

    /** Ends the login with {@code secret}, if there is one. */
    void end(String secret) {
        logins.invalidate(digest(secret));
    }

    private String newSecret() {
        byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    private static String digest(String secret) {
        return Hashing.sha256().hashString(secret, StandardCharsets.UTF_8).toString();
    }
}
