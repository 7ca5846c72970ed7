package dev.tengen.web;

import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which requests may change anything.
 *
 * <p>With a token: requests that send it. Without a token: requests of a browser on this machine, from a page that was loaded
 * under a loopback name. The host name is checked because a foreign site may point its own name at this machine (DNS
 * rebinding). The origin is checked because a browser also sends requests for foreign pages (cross-site request forgery).
 */
final class PageAuthorization {
    /** The header with the token. A cookie would not do: a browser adds cookies to the requests of foreign pages. */
    static final String TOKEN_HEADER = "Tengen-Token";

    private static final Logger LOG = LoggerFactory.getLogger(PageAuthorization.class);

    private final Optional<byte[]> token;

    PageAuthorization(Optional<String> token) {
        this.token = token.map(PageAuthorization::digest);
    }

    /** Returns whether changes need a token. */
    boolean isTokenNeeded() {
        return token.isPresent();
    }

    /** Returns whether {@code call} may change anything. */
    boolean mayChange(Context call) {
        return token.isPresent() ? hasToken(call, token.get()) : isOfThisMachine(call);
    }

    /**
     * Checks that {@code call} may change something.
     *
     * @throws PageException if it may not
     */
    void requireChange(Context call) {
        if (mayChange(call)) {
            return;
        }
        if (token.isPresent()) {
            boolean isMissing = call.header(TOKEN_HEADER) == null;
            throw new PageException(
                    401, "TOKEN_NEEDED", isMissing ? "the token is missing" : "wrong token", TOKEN_HEADER);
        }
        throw new PageException(
                403,
                "READ_ONLY",
                "this server is read-only for you: it has no token, so only a browser on its own machine can make changes",
                TOKEN_HEADER);
    }

    /** Compares digests, which have equal lengths, in constant time. */
    private static boolean hasToken(Context call, byte[] expected) {
        String given = call.header(TOKEN_HEADER);
        return given != null && MessageDigest.isEqual(digest(given), expected);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static boolean isOfThisMachine(Context call) {
        String host = call.header("Host");
        String origin = call.header("Origin");
        return isLoopback(call.req().getRemoteAddr())
                && host != null
                && isLoopback(hostOf("http://" + host))
                && (origin == null || origin.equals("http://" + host));
    }

    private static @Nullable String hostOf(String address) {
        try {
            return new URI(address).getHost();
        } catch (URISyntaxException e) {
            LOG.debug("The header Host has no host name", e);
            return null;
        }
    }

    /** Returns whether {@code host} is "localhost" or a loopback address. Makes no DNS lookup. */
    private static boolean isLoopback(@Nullable String host) {
        if (host == null) {
            return false;
        }
        if (host.toLowerCase(Locale.ROOT).equals("localhost")) {
            return true;
        }
        boolean isNumber = host.matches("[0-9.]+") || host.contains(":");
        try {
            return isNumber && InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            LOG.debug("The header Host has no address", e);
            return false;
        }
    }
}
