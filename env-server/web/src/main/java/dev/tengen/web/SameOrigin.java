package dev.tengen.web;

import dev.tengen.server.http.HttpException;
import dev.tengen.server.http.RequestOrigin;
import io.javalin.http.Context;

/**
 * Distinguishes requests of the page from those that a browser sends for pages of other sites (cross-site request
 * forgery). A browser names the site in the header {@code Origin} of every request that can change something.
 */
final class SameOrigin {
    private SameOrigin() {}

    /**
     * Requires that {@code call} comes from the page, or from a program that is no browser and so has no origin.
     *
     * @throws HttpException if it comes from the page of another site
     */
    static void require(Context call) {
        if (RequestOrigin.isForeign(call)) {
            throw new HttpException(
                    403,
                    "FOREIGN_ORIGIN",
                    "the request comes from a page of another site: Origin is not the address in Host; a proxy before the"
                            + " server must pass Host unchanged",
                    "Origin");
        }
    }
}
