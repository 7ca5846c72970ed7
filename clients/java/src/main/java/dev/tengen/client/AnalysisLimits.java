package dev.tengen.client;

import java.time.Duration;

/**
 * When an analysis is to stop without an answer. What is beyond the limits of the server is taken as those.
 *
 * @param maxNodeCount states that may be searched; 0 for as many as the server allows, and negative numbers are those of 64 bits
 *     without a sign
 * @param maxTime time that may pass once the server begins; zero for what is usual at the server
 */
public record AnalysisLimits(long maxNodeCount, Duration maxTime) {
    /** The server's. */
    public static final AnalysisLimits DEFAULT = new AnalysisLimits(0, Duration.ZERO);

    /** Throws {@link IllegalArgumentException} where the time is negative. */
    public AnalysisLimits {
        if (maxTime.isNegative()) {
            throw new IllegalArgumentException("max time " + maxTime + " is negative");
        }
    }

    /** Returns a limit on the states searched alone. */
    public static AnalysisLimits ofNodes(long maxNodeCount) {
        return new AnalysisLimits(maxNodeCount, Duration.ZERO);
    }

    /** Returns a limit on the time alone. */
    public static AnalysisLimits ofTime(Duration maxTime) {
        return new AnalysisLimits(0, maxTime);
    }

    dev.tengen.proto.v1.AnalysisLimits toProto() {
        boolean isLong = maxTime.toSeconds() > Integer.MAX_VALUE;
        // Less than a millisecond is still a limit, and not what is usual.
        long millis = isLong ? Long.MAX_VALUE : maxTime.plusNanos(999_999).toMillis();
        return dev.tengen.proto.v1.AnalysisLimits.newBuilder()
                .setMaxNodeCount(maxNodeCount)
                .setMaxTimeMs(millis)
                .build();
    }
}
