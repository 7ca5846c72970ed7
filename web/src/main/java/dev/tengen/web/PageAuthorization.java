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

/**
 * Says which calls may change anything.
 *
 * <p>With a token: those that send it. Without: those of a page that this machine serves to a browser on this machine,
 * under a name of this machine. The name matters, for a foreign page may let its own name point here; so does where the
 * call says it comes from, for a browser sends calls of foreign pages, too.
 */
final class PageAuthorization {
    /** The header that holds the token. No cookie: a browser sends those by itself, whoever asks. */
    static final String TOKEN_HEADER = "Tengen-Token";

    private final Optional<byte[]> token;

    PageAuthorization(Optional<String> token) {
        this.token = token.map(PageAuthorization::digest);
    }

    /** Returns whether a token is needed. */
    boolean isTokenNeeded() {
        return token.isPresent();
    }

    /** Returns whether the call may change something. */
    boolean mayChange(Context call) {
        return token.isPresent() ? hasToken(call, token.get()) : isOfThisMachine(call);
    }

    /** Throws {@link PageException} where the call may change nothing. */
    void requireChange(Context call) {
        if (mayChange(call)) {
            return;
        }
        if (token.isPresent()) {
            boolean isMissing = call.header(TOKEN_HEADER) == null;
            throw new PageException(
                    401, "TOKEN_NEEDED", isMissing ? "the token is missing" : "this is not the token", TOKEN_HEADER);
        }
        throw new PageException(
                403,
                "READ_ONLY",
                "this server is read-only for you: it has no token, so only a browser on its own machine may change things",
                TOKEN_HEADER);
    }

    /** Compares digests, whose lengths are equal, so that the time tells nothing of the token. */
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
            return null;
        }
    }

    /** Returns whether {@code host} is a name or a number of this machine for itself. Nothing is looked up. */
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
            return false;
        }
    }
}
