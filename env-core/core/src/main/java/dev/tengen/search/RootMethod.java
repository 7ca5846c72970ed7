package dev.tengen.search;

/** How a search spreads its simulations over the actions of the root, and what it learns from them. */
public enum RootMethod {
    /**
     * PUCT at every node, as in Silver et al., "A general reinforcement learning algorithm that masters chess, shogi,
     * and Go through self-play" (Science, 2018). The policy target is the share of visits.
     */
    PUCT,
    /**
     * Gumbel-top-k sampling and sequential halving at the root, and visits in proportion to the improved policy below
     * it, as in Danihelka et al., "Policy improvement by planning with Gumbel" (ICLR 2022). The policy target is the
     * improved policy.
     */
    GUMBEL
}
