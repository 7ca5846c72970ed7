package dev.tengen.search;

import java.nio.IntBuffer;
import java.util.Optional;

/**
 * The state of a {@link SearchTree} without its game.
 *
 * @param randomState the state of its random generator
 * @param simulationCount number of simulations of the present search
 * @param remaining number of simulations that were not selected yet
 * @param isExploring whether the present search may explore
 * @param nodes the nodes, as {@link NodeCodec} encodes them
 * @param gumbel the search at the root, under {@link RootMethod#GUMBEL} with an evaluated root
 */
record SearchTreeState(
        long randomState,
        int simulationCount,
        int remaining,
        boolean isExploring,
        IntBuffer nodes,
        Optional<GumbelState> gumbel) {}
