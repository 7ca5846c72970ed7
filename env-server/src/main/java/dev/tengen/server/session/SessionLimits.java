package dev.tengen.server.session;

import java.time.Duration;

/**
 * Limits on sessions.
 *
 * @param maxSessionCount maximum of open sessions
 * @param idleTimeout the maximum idle timeout of a session, which is also the default
 */
public record SessionLimits(int maxSessionCount, Duration idleTimeout) {}
