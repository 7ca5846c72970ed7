package dev.tengen.web;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.http.HttpAccessLog;
import dev.tengen.server.http.HttpAudit;
import dev.tengen.server.http.HttpAuthentication;
import dev.tengen.server.http.HttpException;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Credentials;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.log.AuditLog.Event;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Decides what a request may do. {@link PagePermission} says what a principal may do; this class finds the principal,
 * and refuses changes that the user of the browser did not ask for.
 *
 * <ul>
 *   <li>On a server with authentication, every request needs a principal: a login of the browser, or the header
 *       {@code authorization: Bearer TOKEN} of a program.
 *   <li>On a server without authentication but with a page token, everyone is {@link Principal#LOCAL} and may read.
 *       Changes need a login with that token, or that header.
 *   <li>Otherwise everyone may read, and browsers on this machine may make changes, see {@link LocalBrowsers}.
 * </ul>
 *
 * <p>A change with a login needs its CSRF token in a header, besides the cookie.
 */
final class PageAuthorization {
    /** The header with the CSRF token. */
    static final String CSRF_HEADER = "Tengen-Csrf";

    /** What the audit log calls a login, for which there is no RPC. */
    private static final String LOGIN = "page/login";

    /** Whether a request needs a principal to read. */
    private final boolean isLoginNeeded;

    /** What checks tokens; empty if nobody can log in. */
    private final Optional<Authenticator> authenticator;

    private final LoginRegistry logins;
    private final HttpAudit audit;

    private PageAuthorization(
            boolean isLoginNeeded, Optional<Authenticator> authenticator, Ticker ticker, HttpAudit audit) {
        this.isLoginNeeded = isLoginNeeded;
        this.audit = audit;
        this.authenticator = authenticator;
        logins = new LoginRegistry(ticker);
    }

    /**
     * Returns the authorization for a server.
     *
     * @param server the authentication of the server
     * @param pageToken the token of the page
     * @param ticker the clock of logins
     * @param audit has who logs in and out
     * @throws InvalidValueException if the server has authentication and the page a token of its own
     */
    static PageAuthorization of(Authenticator server, Optional<String> pageToken, Ticker ticker, HttpAudit audit) {
        if (server.equals(Authenticator.NONE)) {
            return new PageAuthorization(false, pageToken.map(PageAuthorization::onlyToken), ticker, audit);
        }
        if (pageToken.isPresent()) {
            throw InvalidValueException.not(
                    "page_token",
                    "(hidden)",
                    "possible on a server with authentication: log in with the token of a principal, as"
                            + " \"tengen token create\" makes it");
        }
        return new PageAuthorization(true, Optional.of(server), ticker, audit);
    }

    /** Returns an authenticator that knows one token, and compares digests in constant time. */
    private static Authenticator onlyToken(String token) {
        byte[] known = token.getBytes(StandardCharsets.UTF_8);
        return credentials -> credentials
                .bearerToken()
                .filter(shown -> MessageDigest.isEqual(shown.getBytes(StandardCharsets.UTF_8), known))
                .map(shown -> Principal.LOCAL);
    }

    /**
     * Who makes a request.
     *
     * @param principal returns the principal as of now; empty if there is none, or its credentials count no more
     * @param login the login of the browser; empty for others
     * @param isProven whether credentials prove the principal
     */
    private record Caller(Supplier<Optional<Principal>> principal, Optional<Login> login, boolean isProven) {
        /** Returns the principal if it has {@code permission}. */
        Principal require(PagePermission permission) {
            Principal found = principal.get().orElseThrow(HttpAuthentication::unauthenticated);
            if (!permission.isGrantedTo(found)) {
                String role = found.role().text();
                String rpc = permission.rpc().substring(permission.rpc().lastIndexOf('/') + 1);
                throw CallException.of(
                        Reason.PERMISSION_DENIED, "principals with the role " + role + " may not call " + rpc);
            }
            return found;
        }
    }

    private Caller caller(Context call) {
        Caller caller = findCaller(call);
        HttpAccessLog.note(call, caller.principal());
        return caller;
    }

    private Caller findCaller(Context call) {
        Credentials shown = HttpAuthentication.credentials(call);
        if (shown.bearerToken().isPresent() && authenticator.isPresent()) {
            return new Caller(() -> authenticate(shown), Optional.empty(), true);
        }
        Optional<String> secret = LoginCookie.read(call);
        Optional<Login> login = secret.flatMap(logins::find);
        if (login.isPresent() && principal(login).isPresent()) {
            return new Caller(() -> principal(secret.flatMap(logins::peek)), login, true);
        }
        return new Caller(
                () -> isLoginNeeded ? Optional.empty() : Optional.of(Principal.LOCAL), Optional.empty(), false);
    }

    /** Returns the principal of a request; empty if it has none. */
    Optional<Principal> principal(Context call) {
        return caller(call).principal().get();
    }

    private Optional<Principal> principal(Optional<Login> login) {
        return authenticator.flatMap(known -> login.flatMap(open -> open.principal(known)));
    }

    private Optional<Principal> authenticate(Credentials shown) {
        try {
            return authenticator.flatMap(known -> known.authenticate(shown));
        } catch (CallException e) {
            return Optional.empty(); // The refusal does not say what is wrong.
        }
    }

    /**
     * Returns the principal of a request that reads.
     *
     * @throws CallException if it has none, or the principal may not
     */
    Principal requireRead(Context call, PagePermission permission) {
        return caller(call).require(permission);
    }

    /**
     * Returns whether a stream that {@code call} opens may continue, whenever it is asked: not after a log-out, nor
     * after the token has been revoked.
     *
     * @throws CallException if it may not start
     */
    BooleanSupplier requireStream(Context call, PagePermission permission) {
        Caller caller = caller(call);
        String name = caller.require(permission).name();
        return () -> caller.principal()
                .get()
                .filter(now -> now.name().equals(name) && permission.isGrantedTo(now))
                .isPresent();
    }

    /**
     * Returns the principal of a request that changes something.
     *
     * @throws CallException if it has none, or the principal may not
     * @throws HttpException if the user of the browser may not have asked for the change, or may only read
     */
    Principal requireChange(Context call, PagePermission permission) {
        SameOrigin.require(call);
        Caller caller = caller(call);
        Principal principal = caller.require(permission);
        caller.login().ifPresent(login -> requireCsrfToken(call, login));
        if (caller.isProven()) {
            return principal;
        }
        if (authenticator.isPresent()) {
            throw HttpAuthentication.unauthenticated();
        }
        if (!LocalBrowsers.isOne(call)) {
            throw new HttpException(
                    403,
                    "READ_ONLY",
                    "this server is read-only for you: it has no token, so only a browser on its own machine can make changes",
                    "Host");
        }
        return principal;
    }

    private static void requireCsrfToken(Context call, Login login) {
        String shown = String.valueOf(call.header(CSRF_HEADER));
        if (!MessageDigest.isEqual(
                shown.getBytes(StandardCharsets.UTF_8), login.csrfToken().getBytes(StandardCharsets.UTF_8))) {
            throw new HttpException(
                    403, "CSRF_TOKEN_NEEDED", "the CSRF token is missing or wrong; reload the page", CSRF_HEADER);
        }
    }

    /**
     * Logs the browser in, with a new cookie. An earlier login of the browser ends.
     *
     * @throws CallException if {@code token} is not valid
     * @throws HttpException if the request comes from the page of another site
     */
    LoginJson logIn(Context call, String token) {
        SameOrigin.require(call);
        Credentials shown = new Credentials(Optional.of(token), List.of());
        Principal principal = authenticate(shown).orElseThrow(() -> {
            CallException refusal = HttpAuthentication.unauthenticated();
            audit.refused(call, LOGIN, Optional.empty(), PageErrors.reason(refusal));
            return refusal;
        });
        LoginCookie.read(call).ifPresent(logins::end);
        String secret = logins.create(principal, shown);
        LoginCookie.write(call, secret);
        audit.done(Event.CREATED, call, LOGIN, principal, "");
        return LoginJson.of(isLoginNeeded, true, Optional.of(principal), logins.find(secret), true);
    }

    /**
     * Ends the login of the browser, if it has one, and drops its cookie.
     *
     * @throws HttpException if the user of the browser may not have asked for it
     */
    LoginJson logOut(Context call) {
        SameOrigin.require(call);
        Caller caller = caller(call);
        caller.login().ifPresent(login -> {
            requireCsrfToken(call, login);
            caller.principal().get().ifPresent(known -> audit.done(Event.ENDED, call, LOGIN, known, ""));
        });
        LoginCookie.read(call).ifPresent(logins::end);
        LoginCookie.clear(call);
        return state(call);
    }

    /** Returns who the browser is, and what it may do. */
    LoginJson state(Context call) {
        Caller caller = caller(call);
        boolean mayChange = caller.isProven() || (authenticator.isEmpty() && LocalBrowsers.isOne(call));
        return LoginJson.of(
                isLoginNeeded, authenticator.isPresent(), caller.principal().get(), caller.login(), mayChange);
    }

    /** Returns how browsers get the right to make changes, for the description of the server. */
    String kind() {
        return isLoginNeeded ? "login" : authenticator.isPresent() ? "token" : "local";
    }
}
