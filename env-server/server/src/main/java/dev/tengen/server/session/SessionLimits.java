package dev.tengen.server.session;

import java.time.Duration;

/**
 * Limits on sessions.
 *
 * @param maxSessionCount maximum of open sessions
 * @param idleTimeout the maximum idle timeout of a session, which is also the default
 * @param maxMoveCount maximum of moves in an episode of a session, also of one that is imported or restored
 * @param memoryTime how long an idle session stays in memory if a store has it, too
 */
public record SessionLimits(int maxSessionCount, Duration idleTimeout, int maxMoveCount, Duration memoryTime) {
    /** The default maximum of moves in an episode. */
    public static final int DEFAULT_MAX_MOVE_COUNT = 100_000;

    /** The default of {@link #memoryTime}. */
    public static final Duration DEFAULT_MEMORY_TIME = Duration.ofMinutes(1);

    /** Creates limits with {@link #DEFAULT_MEMORY_TIME}. */
    public SessionLimits(int maxSessionCount, Duration idleTimeout, int maxMoveCount) {
        this(maxSessionCount, idleTimeout, maxMoveCount, DEFAULT_MEMORY_TIME);
    }

    /** Creates limits with {@link #DEFAULT_MAX_MOVE_COUNT}. */
    public SessionLimits(int maxSessionCount, Duration idleTimeout) {
        this(maxSessionCount, idleTimeout, DEFAULT_MAX_MOVE_COUNT);
    }

    /** Returns these limits with another time in memory. */
    public SessionLimits withMemoryTime(Duration other) {
        return new SessionLimits(maxSessionCount, idleTimeout, maxMoveCount, other);
    }
}
