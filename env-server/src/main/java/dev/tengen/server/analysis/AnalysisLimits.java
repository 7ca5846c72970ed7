package dev.tengen.server.analysis;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.InvalidValueException;
import java.time.Duration;

/**
 * What analyses may use.
 *
 * @param maxCount analyses that may run at once
 * @param maxWaitingCount calls that may wait for their turn
 * @param maxNodeCount states that one may search
 * @param maxTime time that one may search
 * @param maxTableBytes how much memory the proofs of one solver may take, of which there are {@code maxCount}
 */
public record AnalysisLimits(
        int maxCount, int maxWaitingCount, long maxNodeCount, Duration maxTime, long maxTableBytes) {
    /** The defaults: 2 at once, 64 waiting, a billion states, one minute, 64 MiB. */
    public static final AnalysisLimits DEFAULT =
            new AnalysisLimits(2, 64, 1_000_000_000, Duration.ofMinutes(1), 64L << 20);

    private static final Duration USUAL_TIME = Duration.ofSeconds(5);
    private static final int GREATEST_COUNT = 1000;

    /** Throws {@link InvalidValueException} where a value is out of range. */
    public AnalysisLimits {
        requireWithin("max_analysis_count", maxCount, 1, GREATEST_COUNT);
        requireWithin("max_waiting_analysis_count", maxWaitingCount, 0, Integer.MAX_VALUE - GREATEST_COUNT);
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

    /** Returns the limits that a call gets; any number of 64 bits without a sign may be asked for, and 0 is the usual. */
    SearchLimits granted(long maxNodes, long maxMillis) {
        boolean isFewer = maxNodes > 0 && maxNodes < maxNodeCount;
        boolean isShorter = maxMillis > 0 && maxMillis < maxTime.toMillis();
        Duration asked = maxMillis == 0 ? USUAL_TIME : isShorter ? Duration.ofMillis(maxMillis) : maxTime;
        return new SearchLimits(isFewer ? maxNodes : maxNodeCount, asked.compareTo(maxTime) < 0 ? asked : maxTime);
    }
}
