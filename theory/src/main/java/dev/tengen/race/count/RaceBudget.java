package dev.tengen.race.count;

import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.InvalidValueException;
import dev.tengen.cgt.WorkLimits;

/**
 * What the analysis of one race may use before it gives up.
 *
 * @param search the limits of the search that is asked where counting declines; 0 nodes for none
 * @param work the limits of the games that regions are turned into
 * @param localStates how many positions may be looked at in regions and eyes, [1, 100000000]
 */
public record RaceBudget(SearchLimits search, WorkLimits work, int localStates) {
    private static final int DEFAULT_LOCAL_STATES = 60_000;
    private static final int GREATEST_LOCAL_STATES = 100_000_000;

    /** Counting alone, with limits for one request of somebody unknown. */
    public static final RaceBudget STATIC = of(SearchLimits.ofNodes(0));

    /** Checks the range of {@code localStates}. */
    public RaceBudget {
        if (localStates < 1 || localStates > GREATEST_LOCAL_STATES) {
            throw InvalidValueException.outside("local_states", localStates, 1, GREATEST_LOCAL_STATES);
        }
    }

    /** Returns a budget with these limits of the search, and for counting those for one request of somebody unknown. */
    public static RaceBudget of(SearchLimits search) {
        return new RaceBudget(search, WorkLimits.DEFAULT, DEFAULT_LOCAL_STATES);
    }
}
