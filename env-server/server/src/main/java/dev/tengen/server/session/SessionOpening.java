package dev.tengen.server.session;

import dev.tengen.server.identity.Principal;
import java.time.Duration;

/**
 * Who opens a session, and how.
 *
 * @param owner the principal that the session belongs to
 * @param request identifies the request, by which a store finds the session for a retry
 * @param idleTimeout the idle timeout of the session, from {@link Sessions#idleTimeout}
 */
public record SessionOpening(Principal owner, RequestKey request, Duration idleTimeout) {
    /** Creates an opening without a request that can be retried. */
    public SessionOpening(Principal owner, Duration idleTimeout) {
        this(owner, RequestKey.NONE, idleTimeout);
    }
}
