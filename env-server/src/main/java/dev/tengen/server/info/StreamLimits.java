package dev.tengen.server.info;

/**
 * Limits of streams and connections.
 *
 * @param maxRequestBytes maximum length of a request of a stream
 * @param maxBatchAnswerBytes maximum length of all rows of a batch, without those of ended episodes
 * @param maxTreeAnswerBytes maximum length of all rows of an answer about nodes
 * @param maxCallsPerConnection maximum of calls in flight on one connection
 */
public record StreamLimits(
        int maxRequestBytes, long maxBatchAnswerBytes, long maxTreeAnswerBytes, int maxCallsPerConnection) {}
