package dev.tengen.server.session;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A lease on a session, which does not expire while a lease is held. A call on a session holds one from the moment it
 * finds the session until it has answered, also while it waits for other calls or for an opponent. The session can be
 * closed meanwhile.
 *
 * <p>Thread-safe.
 */
public final class SessionLease implements AutoCloseable {
    private final Session session;
    private final boolean isUse;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    /** Creates the object for a lease that has begun. {@code isUse} says whether its end restarts the idle timeout. */
    SessionLease(Session session, boolean isUse) {
        this.session = session;
        this.isUse = isUse;
    }

    public Session session() {
        return session;
    }

    /** Ends the lease. Has no effect if it has ended. */
    @Override
    public void close() {
        if (isClosed.compareAndSet(false, true)) {
            session.idleTimer().end(isUse);
        }
    }
}
