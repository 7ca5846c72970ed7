package dev.tengen.web;

import dev.tengen.server.http.RequestOrigin;
import io.javalin.http.Context;
import java.util.Optional;

/**
 * The cookie with the secret of a {@link Login}. Scripts cannot read it, and a browser does not add it to requests that
 * come from pages of other sites. With HTTPS its name begins with {@code __Host-}, so that no other host, and no page
 * over plain HTTP, can set it. Its name has the port: browsers share cookies among all ports of a host.
 */
final class LoginCookie {
    private static final String NAME = "tengen-login-";
    private static final String SECURE_NAME = "__Host-" + NAME;
    private static final String ATTRIBUTES = "; Path=/; HttpOnly; SameSite=Strict";

    private LoginCookie() {}

    /** Returns the secret that {@code call} sends; empty without a cookie. */
    static Optional<String> read(Context call) {
        return Optional.ofNullable(call.cookie(SECURE_NAME + call.port()))
                .or(() -> Optional.ofNullable(call.cookie(NAME + call.port())))
                .filter(secret -> !secret.isEmpty());
    }

    /** Makes the browser keep {@code secret} until it is closed. */
    static void write(Context call, String secret) {
        call.header("Set-Cookie", cookie(call, secret));
    }

    /** Makes the browser drop the cookie. */
    static void clear(Context call) {
        call.header("Set-Cookie", cookie(call, "") + "; Max-Age=0");
    }

    private static String cookie(Context call, String value) {
        return RequestOrigin.isSecure(call)
                ? SECURE_NAME + call.port() + "=" + value + ATTRIBUTES + "; Secure"
                : NAME + call.port() + "=" + value + ATTRIBUTES;
    }
}
