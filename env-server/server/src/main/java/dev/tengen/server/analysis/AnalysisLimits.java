package dev.tengen.server.analysis;

import dev.tengen.base.InvalidValueException;
import dev.tengen.budget.SearchLimits;
import java.time.Duration;

/**
 * Limits on analyses.
 *
 * @param maxCount maximum of running analyses
 * @param maxWaitingCount maximum of waiting calls
 * @param maxNodeCount maximum of states that one analysis may search
 * @param maxTime maximum time of one analysis
 * @param maxTableBytes maximum memory for the proofs of one solver; there are {@code maxCount} solvers
 */
public record AnalysisLimits(
        int maxCount, int maxWaitingCount, long maxNodeCount, Duration maxTime, long maxTableBytes) {
    /** The defaults: 2 at once, 64 waiting, a billion states, one minute, 64 MiB. */
    public static final AnalysisLimits DEFAULT =
            new AnalysisLimits(2, 64, 1_000_000_000, Duration.ofMinutes(1), 64L << 20);

    /** One connection may have this share of the waiting calls. */
    private static final int CONNECTION_SHARE = 4;

    private static final Duration DEFAULT_TIME = Duration.ofSeconds(5);
    private static final int MAX_COUNT = 1000;

    /**
     * Checks the values.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public AnalysisLimits {
        requireWithin("max_analysis_count", maxCount, 1, MAX_COUNT);
        requireWithin("max_waiting_analysis_count", maxWaitingCount, 0, Integer.MAX_VALUE - MAX_COUNT);
        requireWithin("max_analysis_node_count", maxNodeCount, 1, Long.MAX_VALUE);
        requireWithin(
                "max_analysis_time_ms",
                maxTime.toMillis(),
                1,
                SearchLimits.NONE.maxTime().toMillis());
        requireWithin("max_analysis_table_bytes", maxTableBytes, 0, Long.MAX_VALUE);
    }

    private static void requireWithin(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw InvalidValueException.outside(field, value, min, max);
        }
    }

    /** Returns the maximum of calls of one connection that run or wait. */
    int maxCountPerConnection() {
        return maxCount + (maxWaitingCount + CONNECTION_SHARE - 1) / CONNECTION_SHARE;
    }

    /** Returns the limits that a call gets which asks for these; both are unsigned, and 0 means the default. */
    SearchLimits granted(long maxNodes, long maxMillis) {
        boolean isFewer = maxNodes > 0 && maxNodes < maxNodeCount;
        boolean isShorter = maxMillis > 0 && maxMillis < maxTime.toMillis();
        Duration asked = maxMillis == 0 ? DEFAULT_TIME : isShorter ? Duration.ofMillis(maxMillis) : maxTime;
        return new SearchLimits(isFewer ? maxNodes : maxNodeCount, asked.compareTo(maxTime) < 0 ? asked : maxTime);
    }
}
