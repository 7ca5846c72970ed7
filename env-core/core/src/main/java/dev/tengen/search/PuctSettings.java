package dev.tengen.search;

import dev.tengen.base.InvalidValueException;

/**
 * The selection of actions by PUCT. An action {@code a} of a node with {@code N} visits has the score {@code Q(a) +
 * c(N) P(a) sqrt(N) / (1 + N(a))}, where {@code c(N) = initialExploration + log((1 + N + explorationBase) /
 * explorationBase)} (Silver et al. 2018). Immutable.
 *
 * <p>The value {@code Q} of an action without visits is the mean value of the node minus {@code reduction * sqrt(p)},
 * where {@code p} is the sum of the priors of the visited actions (Wu, "Accelerating self-play learning in Go", 2019,
 * as implemented in KataGo).
 *
 * @param initialExploration the weight of priors against values, from 0 to 1,000
 * @param explorationBase the number of visits at which the weight starts to grow, from 1 to 1e9
 * @param firstPlayReduction the reduction below the root, from 0 to 10
 * @param rootFirstPlayReduction the reduction at the root, from 0 to 10
 * @param virtualLoss what a leaf that awaits its evaluation takes from the values of the actions that lead to it, from
 *     0 to 10
 */
public record PuctSettings(
        double initialExploration,
        double explorationBase,
        double firstPlayReduction,
        double rootFirstPlayReduction,
        double virtualLoss) {
    /** The settings of AlphaZero for exploration and of KataGo for first plays. */
    public static final PuctSettings DEFAULT = new PuctSettings(1.25, 19_652, 0.2, 0.1, 1);

    /**
     * Creates settings.
     *
     * @throws InvalidValueException if a value is out of range
     */
    public PuctSettings {
        InvalidValueException.requireWithin("initial_exploration", initialExploration, 0, 1_000);
        InvalidValueException.requireWithin("exploration_base", explorationBase, 1, 1e9);
        InvalidValueException.requireWithin("first_play_reduction", firstPlayReduction, 0, 10);
        InvalidValueException.requireWithin("root_first_play_reduction", rootFirstPlayReduction, 0, 10);
        InvalidValueException.requireWithin("virtual_loss", virtualLoss, 0, 10);
    }
}
