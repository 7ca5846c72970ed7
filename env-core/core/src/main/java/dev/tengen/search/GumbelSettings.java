package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * The parameters of {@link RootMethod#GUMBEL}. The defaults are those of {@code mctx.gumbel_muzero_policy}. Immutable.
 *
 * @param maxConsideredActions maximum number of actions that a search tries at the root, from 1 to 626
 * @param gumbelScale the scale of the Gumbel noise, from 0 to 100; 0 for play without chance
 * @param valueScale the scale of completed values, from 0 to 1,000
 * @param maxVisitOffset what is added to the greatest visit count before it scales the completed values, from 0 to 1e6
 */
public record GumbelSettings(int maxConsideredActions, double gumbelScale, double valueScale, double maxVisitOffset) {
    /** The defaults of mctx. */
    public static final GumbelSettings DEFAULT = new GumbelSettings(16, 1, 0.1, 50);

    /** The number of actions on the largest board. */
    private static final int MOST_ACTIONS = 626;

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public GumbelSettings {
        InvalidValueException.requireWithin("max_considered_actions", maxConsideredActions, 1, MOST_ACTIONS);
        InvalidValueException.requireWithin("gumbel_scale", gumbelScale, 0, 100);
        InvalidValueException.requireWithin("value_scale", valueScale, 0, 1_000);
        InvalidValueException.requireWithin("max_visit_offset", maxVisitOffset, 0, 1e6);
    }
}
