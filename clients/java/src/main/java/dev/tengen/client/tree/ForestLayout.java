package dev.tengen.client.tree;

/**
 * The layout of a forest's rows, and its limits.
 *
 * @param width width of the widest board, in points
 * @param height height of the tallest board, in points
 * @param observationByteCount bytes of observations in a row
 * @param actionMaskByteCount bytes of action mask in a row
 * @param globalByteCount bytes of global features in a row
 * @param maxNodeCount maximum number of nodes at once
 * @param maxTreeCount maximum number of trees at once at the server, those of other clients included
 */
public record ForestLayout(
        int width,
        int height,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        int maxNodeCount,
        int maxTreeCount) {
    static ForestLayout of(dev.tengen.proto.v1.ForestLayout message) {
        return new ForestLayout(
                message.getWidth(),
                message.getHeight(),
                message.getObservationByteCount(),
                message.getActionMaskByteCount(),
                message.getGlobalByteCount(),
                message.getMaxNodeCount(),
                message.getMaxTreeCount());
    }
}
