package dev.tengen.web;

import com.google.common.base.Ascii;
import io.javalin.http.Context;

/**
 * Distinguishes requests of the page from those that a browser sends for pages of other sites (cross-site request forgery). A
 * browser names the site in the header {@code Origin} of every request that can change something.
 */
final class SameOrigin {
    private static final String HTTPS = "https://";

    private SameOrigin() {}

    /**
     * Requires that {@code call} comes from the page, or from a program that is no browser and so has no origin.
     *
     * @throws PageException if it comes from the page of another site
     */
    static void require(Context call) {
        String origin = call.header("Origin");
        if (origin == null) {
            return;
        }
        String host = String.valueOf(call.header("Host"));
        // Without TLS here, a proxy may have added it.
        boolean isSame = Ascii.equalsIgnoreCase(origin, HTTPS + host)
                || (!isTls(call) && Ascii.equalsIgnoreCase(origin, "http://" + host));
        if (!isSame) {
            throw new PageException(
                    403,
                    "FOREIGN_ORIGIN",
                    "the request comes from a page of another site: Origin is not the address in Host; a proxy before the"
                            + " server must pass Host unchanged",
                    "Origin");
        }
    }

    /** Returns whether the browser uses HTTPS, here or up to a proxy. */
    static boolean isSecure(Context call) {
        String origin = call.header("Origin");
        return isTls(call) || (origin != null && Ascii.toLowerCase(origin).startsWith(HTTPS));
    }

    private static boolean isTls(Context call) {
        return call.scheme().equals("https");
    }
}
