package dev.tengen.web;

import com.google.common.base.Ascii;
import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import com.google.common.net.HostAndPort;
import com.google.common.net.InetAddresses;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
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

    private final Optional<HashCode> token;

    PageAuthorization(Optional<String> token) {
        this.token = token.map(PageAuthorization::hash);
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

    /** Compares hashes, in constant time. */
    private static boolean hasToken(Context call, HashCode expected) {
        String given = call.header(TOKEN_HEADER);
        return given != null && hash(given).equals(expected);
    }

    private static HashCode hash(String text) {
        return Hashing.sha256().hashString(text, StandardCharsets.UTF_8);
    }

    private static boolean isOfThisMachine(Context call) {
        String host = call.header("Host");
        String origin = call.header("Origin");
        return isLoopback(call.ip())
                && host != null
                && isLoopback(host)
                && (origin == null || origin.equals("http://" + host));
    }

    /** Returns whether {@code address}, with or without a port, is at "localhost" or a loopback address. Makes no DNS lookup. */
    private static boolean isLoopback(String address) {
        try {
            String host = HostAndPort.fromString(address).getHost();
            return Ascii.equalsIgnoreCase(host, "localhost")
                    || InetAddresses.forString(host).isLoopbackAddress();
        } catch (IllegalArgumentException e) {
            LOG.debug("The header Host has no address", e);
            return false;
        }
    }
}
