package dev.tengen.client.analysis;

import java.time.Duration;

/**
 * Limits at which an analysis stops without an answer. The server's limits apply, too.
 *
 * @param maxNodeCount maximum number of states to search, an unsigned 64-bit number; 0 for the server's limit
 * @param maxTime maximum time from when the server starts; zero for the server's default
 */
public record AnalysisLimits(long maxNodeCount, Duration maxTime) {
    /** The server's limits. */
    public static final AnalysisLimits DEFAULT = new AnalysisLimits(0, Duration.ZERO);

    /**
     * Creates limits.
     *
     * @throws IllegalArgumentException if {@code maxTime} is negative
     */
    public AnalysisLimits {
        if (maxTime.isNegative()) {
            throw new IllegalArgumentException("max time " + maxTime + " is negative");
        }
    }

    /** Returns a limit on the number of states, with the server's default time. */
    public static AnalysisLimits ofNodes(long maxNodeCount) {
        return new AnalysisLimits(maxNodeCount, Duration.ZERO);
    }

    /** Returns a limit on the time, with the server's limit on states. */
    public static AnalysisLimits ofTime(Duration maxTime) {
        return new AnalysisLimits(0, maxTime);
    }

    dev.tengen.proto.v1.AnalysisLimits toProto() {
        boolean isLong = maxTime.toSeconds() > Integer.MAX_VALUE;
        // Round up: 0 would mean the server's default.
        long millis = isLong ? Long.MAX_VALUE : maxTime.plusNanos(999_999).toMillis();
        return dev.tengen.proto.v1.AnalysisLimits.newBuilder()
                .setMaxNodeCount(maxNodeCount)
                .setMaxTimeMs(millis)
                .build();
    }
}
