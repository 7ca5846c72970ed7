package dev.tengen.client;

/**
 * How the rows of a forest are laid out.
 *
 * @param width width of the widest board, in points
 * @param height height of the highest board, in points
 * @param observationByteCount bytes of a row of observations
 * @param actionMaskByteCount bytes of a row of action masks
 * @param globalByteCount bytes of a row of globals
 * @param maxNodeCount how many nodes there may be at once
 * @param maxTreeCount how many trees there may be at once, those of other clients included
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
