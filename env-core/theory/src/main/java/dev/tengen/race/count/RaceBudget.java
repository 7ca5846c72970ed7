package dev.tengen.race.count;

import dev.tengen.base.InvalidValueException;
import dev.tengen.budget.SearchLimits;
import dev.tengen.cgt.WorkLimits;

/**
 * The limits of the analysis of one race.
 *
 * @param search the limits of the search that runs if counting does not decide the race; 0 nodes for no search
 * @param work the limits of the combinatorial games
 * @param localStates the maximum number of positions examined in regions and eyes, [1, 100000000]
 */
public record RaceBudget(SearchLimits search, WorkLimits work, int localStates) {
    private static final int DEFAULT_LOCAL_STATES = 60_000;
    private static final int GREATEST_LOCAL_STATES = 100_000_000;

    /** Counting without search, with limits for one request of an untrusted client. */
    public static final RaceBudget STATIC = of(SearchLimits.ofNodes(0));

    /**
     * Creates a budget.
     *
     * @throws InvalidValueException if {@code localStates} is out of range
     */
    public RaceBudget {
        InvalidValueException.requireWithin("local_states", localStates, 1, GREATEST_LOCAL_STATES);
    }

    /**
     * Returns a budget with the given search limits and, for counting, the limits for one request of an untrusted
     * client.
     */
    public static RaceBudget of(SearchLimits search) {
        return new RaceBudget(search, WorkLimits.DEFAULT, DEFAULT_LOCAL_STATES);
    }
}
