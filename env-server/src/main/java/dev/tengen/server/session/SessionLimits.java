package dev.tengen.server.session;

import java.time.Duration;

/**
 * Limits on sessions.
 *
 * @param maxSessionCount maximum of open sessions
 * @param idleTimeout time without a call after which a session expires
 */
public record SessionLimits(int maxSessionCount, Duration idleTimeout) {}
