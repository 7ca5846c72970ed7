package dev.tengen.server.session;

import java.time.Duration;

/**
 * Limits on sessions.
 *
 * @param maxSessionCount maximum of open sessions
 * @param idleTimeout the maximum idle timeout of a session, which is also the default
 * @param maxMoveCount maximum of moves in an episode of a session, also of one that is imported or restored
 */
public record SessionLimits(int maxSessionCount, Duration idleTimeout, int maxMoveCount) {
    /** The default maximum of moves in an episode. */
    public static final int DEFAULT_MAX_MOVE_COUNT = 100_000;

    /** Creates limits with {@link #DEFAULT_MAX_MOVE_COUNT}. */
    public SessionLimits(int maxSessionCount, Duration idleTimeout) {
        this(maxSessionCount, idleTimeout, DEFAULT_MAX_MOVE_COUNT);
    }
}
