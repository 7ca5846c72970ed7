package dev.tengen.server.session;

import java.time.Duration;

/**
 * What sessions may use.
 *
 * @param maxSessionCount sessions that may be open at once
 * @param idleTimeout time without a call after which a session expires
 */
public record SessionLimits(int maxSessionCount, Duration idleTimeout) {}
