package dev.tengen.budget;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;

/**
 * The limits at which a search stops without an answer.
 *
 * @param maxNodes the maximum number of searched nodes
 * @param maxTime the maximum duration
 */
public record SearchLimits(long maxNodes, Duration maxTime) {
    private static final Duration GREATEST_TIME = Duration.ofDays(36_500);

    /** Limits that no search reaches. */
    public static final SearchLimits NONE = new SearchLimits(Long.MAX_VALUE, GREATEST_TIME);

    /**
     * Creates limits.
     *
     * @throws IllegalArgumentException if a limit is negative or the time is more than a hundred years
     */
    public SearchLimits {
        InvalidValueException.requireWithin("max_nodes", maxNodes, 0, Long.MAX_VALUE);
        if (maxTime.isNegative() || maxTime.compareTo(GREATEST_TIME) > 0) {
            throw InvalidValueException.outside("max_time", maxTime, Duration.ZERO, GREATEST_TIME);
        }
    }

    /** Returns a limit on the searched nodes alone. With it a search gives the same answer on every machine. */
    public static SearchLimits ofNodes(long maxNodes) {
        return new SearchLimits(maxNodes, GREATEST_TIME);
    }
}
