package dev.tengen.client;

import dev.tengen.client.env.EndReason;
import java.time.Duration;

/**
 * An open session in a list.
 *
 * @param sessionId id of the session
 * @param width points in a row
 * @param height points in a column
 * @param episode number of the current episode; 0 until the first reset
 * @param moveNumber moves made in the episode so far
 * @param endReason why the episode ended, if it has
 * @param idleTimeout how long the session may be idle before it expires
 */
public record SessionSummary(
        String sessionId,
        int width,
        int height,
        long episode,
        int moveNumber,
        EndReason endReason,
        Duration idleTimeout) {}
