package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * The parameters of a search. Immutable.
 *
 * @param rootMethod how simulations are spread
 * @param puct the parameters of {@link RootMethod#PUCT}
 * @param gumbel the parameters of {@link RootMethod#GUMBEL}
 * @param exploration what exploring searches do at the root under {@link RootMethod#PUCT}
 * @param leavesPerRound maximum number of leaves of one tree that await their evaluations at the same time, from 1 to
 *     1,024. More leaves make larger batches, but weaken the search of each tree.
 * @param isSymmetryDrawn whether each position is evaluated in an orientation of its own, drawn from the symmetries of
 *     the board
 * @param isTreeReused whether the subtree of a move that is played stays for the next search
 */
public record SearchSettings(
        RootMethod rootMethod,
        PuctSettings puct,
        GumbelSettings gumbel,
        RootExploration exploration,
        int leavesPerRound,
        boolean isSymmetryDrawn,
        boolean isTreeReused) {
    /** The settings of AlphaZero: PUCT, one leaf at a time, drawn symmetries, and trees that are reused. */
    public static final SearchSettings PUCT = new SearchSettings(
            RootMethod.PUCT, PuctSettings.DEFAULT, GumbelSettings.DEFAULT, RootExploration.DEFAULT, 1, true, true);

    /** The settings of Gumbel AlphaZero: one leaf at a time, drawn symmetries, and a new tree for each move. */
    public static final SearchSettings GUMBEL = new SearchSettings(
            RootMethod.GUMBEL, PuctSettings.DEFAULT, GumbelSettings.DEFAULT, RootExploration.DEFAULT, 1, true, false);

    private static final int MOST_LEAVES = 1_024;

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public SearchSettings {
        InvalidValueException.requireWithin("leaves_per_round", leavesPerRound, 1, MOST_LEAVES);
    }

    /** Returns these settings with other parameters of PUCT. */
    public SearchSettings withPuct(PuctSettings value) {
        return new SearchSettings(
                rootMethod, value, gumbel, exploration, leavesPerRound, isSymmetryDrawn, isTreeReused);
    }

    /** Returns these settings with other parameters of Gumbel searches. */
    public SearchSettings withGumbel(GumbelSettings value) {
        return new SearchSettings(rootMethod, puct, value, exploration, leavesPerRound, isSymmetryDrawn, isTreeReused);
    }

    /** Returns these settings with other exploration at the root. */
    public SearchSettings withExploration(RootExploration value) {
        return new SearchSettings(rootMethod, puct, gumbel, value, leavesPerRound, isSymmetryDrawn, isTreeReused);
    }

    /**
     * Returns these settings with another number of leaves.
     *
     * @throws InvalidValueException if it is out of range
     */
    public SearchSettings withLeavesPerRound(int value) {
        return new SearchSettings(rootMethod, puct, gumbel, exploration, value, isSymmetryDrawn, isTreeReused);
    }

    /** Returns these settings with drawn symmetries, or without. */
    public SearchSettings withSymmetryDrawn(boolean value) {
        return new SearchSettings(rootMethod, puct, gumbel, exploration, leavesPerRound, value, isTreeReused);
    }

    /** Returns these settings with trees that are reused, or not. */
    public SearchSettings withTreeReused(boolean value) {
        return new SearchSettings(rootMethod, puct, gumbel, exploration, leavesPerRound, isSymmetryDrawn, value);
    }
}
