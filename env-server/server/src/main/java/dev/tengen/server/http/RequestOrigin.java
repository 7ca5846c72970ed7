package dev.tengen.server.http;

import com.google.common.base.Ascii;
import io.javalin.http.Context;

/**
 * Distinguishes requests of this server's own pages, and of programs, from those that a browser sends for pages of
 * other sites (cross-site request forgery). A browser names the site in the header {@code Origin} of every request that
 * can change something, and of every WebSocket.
 */
public final class RequestOrigin {
    private static final String HTTPS = "https://";

    private RequestOrigin() {}

    /** Returns whether {@code call} comes from the page of another site. A program that is no browser has no origin. */
    public static boolean isForeign(Context call) {
        String origin = call.header("Origin");
        if (origin == null) {
            return false;
        }
        String host = String.valueOf(call.header("Host"));
        // Without TLS here, a proxy may have added it.
        boolean isSame = Ascii.equalsIgnoreCase(origin, HTTPS + host)
                || (!isTls(call) && Ascii.equalsIgnoreCase(origin, "http://" + host));
        return !isSame;
    }

    /** Returns whether the browser uses HTTPS, here or up to a proxy. */
    public static boolean isSecure(Context call) {
        String origin = call.header("Origin");
        return isTls(call) || (origin != null && Ascii.toLowerCase(origin).startsWith(HTTPS));
    }

    private static boolean isTls(Context call) {
        // A WebSocket has the scheme of its own.
        return call.scheme().equals("https") || call.scheme().equals("wss");
    }
}
