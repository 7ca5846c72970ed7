package dev.tengen.client.search;

import dev.tengen.proto.v1.LeafLayout;

/**
 * The layout of the rows of a search of positions, and its limits.
 *
 * @param actionCount number of actions: the points of the board, and the pass last
 * @param observationByteCount bytes of observations in a row
 * @param actionMaskByteCount bytes of action mask in a row
 * @param globalByteCount bytes of global features in a row
 * @param maxDeepenedCount maximum number of positions that are deepened together
 * @param maxTreeCount maximum number of positions at the same time, for all streams of the server together, trees of
 *     forests included
 * @param seed the seed of symmetries
 */
public record PositionSearchLayout(
        int actionCount,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        int maxDeepenedCount,
        int maxTreeCount,
        long seed) {
    static PositionSearchLayout of(dev.tengen.proto.v1.PositionSearchLayout message) {
        LeafLayout leaf = message.getLeaf();
        return new PositionSearchLayout(
                leaf.getActionCount(),
                leaf.getObservationByteCount(),
                leaf.getActionMaskByteCount(),
                leaf.getGlobalByteCount(),
                message.getMaxDeepenedCount(),
                message.getMaxTreeCount(),
                message.getSeed());
    }
}
