package dev.tengen.analysis;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;

/**
 * When a search is to stop without an answer.
 *
 * @param maxNodes states that may be searched
 * @param maxTime time that may pass
 */
public record SearchLimits(long maxNodes, Duration maxTime) {
    private static final Duration GREATEST_TIME = Duration.ofDays(36_500);

    /** Limits that will not be reached. */
    public static final SearchLimits NONE = new SearchLimits(Long.MAX_VALUE, GREATEST_TIME);

    /** Throws {@link IllegalArgumentException} where a limit is negative or the time is more than a hundred years. */
    public SearchLimits {
        if (maxNodes < 0) {
            throw InvalidValueException.outside("max_nodes", maxNodes, 0, Long.MAX_VALUE);
        }
        if (maxTime.isNegative() || maxTime.compareTo(GREATEST_TIME) > 0) {
            throw InvalidValueException.outside("max_time", maxTime, Duration.ZERO, GREATEST_TIME);
        }
    }

    /** Returns a limit on the states searched alone, with which the same question gets the same answer on any machine. */
    public static SearchLimits ofNodes(long maxNodes) {
        return new SearchLimits(maxNodes, GREATEST_TIME);
    }
}
