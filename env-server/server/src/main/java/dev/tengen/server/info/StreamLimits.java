package dev.tengen.server.info;

import java.time.Duration;

/**
 * Limits of streams and connections.
 *
 * @param maxRequestBytes maximum length of a request of a stream
 * @param maxBatchAnswerBytes maximum length of all rows of a batch, without those of ended episodes
 * @param maxTreeAnswerBytes maximum length of all rows of an answer about nodes
 * @param maxCallsPerConnection maximum of calls in flight on one connection
 * @param maxConnectionCount maximum of open connections
 * @param maxConnectionCountPerAddress maximum of open connections from one IP address
 * @param slowReaderLimit how long an answer of a batch, a forest or a self-play may wait for its client to read it
 */
public record StreamLimits(
        int maxRequestBytes,
        long maxBatchAnswerBytes,
        long maxTreeAnswerBytes,
        int maxCallsPerConnection,
        int maxConnectionCount,
        int maxConnectionCountPerAddress,
        Duration slowReaderLimit) {}
