package dev.tengen.server.session;

import dev.tengen.server.identity.Principal;
import java.time.Duration;

/**
 * Who opens a session, and how.
 *
 * @param owner the principal that the session belongs to
 * @param request identifies the request, by which a store finds the session for a retry
 * @param idleTimeout the idle timeout of the session, from {@link Sessions#idleTimeout}
 * @param origin a text that is kept with the session for the part of the server that opens it; empty for none. Clients
 *     neither set nor see it
 */
public record SessionOpening(Principal owner, RequestKey request, Duration idleTimeout, String origin) {
    /** Creates an opening without a text to keep. */
    public SessionOpening(Principal owner, RequestKey request, Duration idleTimeout) {
        this(owner, request, idleTimeout, "");
    }

    /** Creates an opening without a request that can be retried. */
    public SessionOpening(Principal owner, Duration idleTimeout) {
        this(owner, RequestKey.NONE, idleTimeout);
    }

    /** Returns the same with a text to keep. */
    public SessionOpening withOrigin(String text) {
        return new SessionOpening(owner, request, idleTimeout, text);
    }
}
