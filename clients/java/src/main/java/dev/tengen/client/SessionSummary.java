package dev.tengen.client;

/**
 * An open session in a list.
 *
 * @param sessionId name of the session
 * @param width points in a row
 * @param height points in a column
 * @param episode number of the present episode, from 1
 * @param moveNumber moves made in the episode
 * @param endReason why the episode ended
 */
public record SessionSummary(
        String sessionId, int width, int height, long episode, int moveNumber, EndReason endReason) {}
