package dev.tengen.client;

import java.util.List;

/**
 * How the rows of a batch are laid out.
 *
 * @param width width of the widest board, in points
 * @param height height of the highest board, in points
 * @param observationByteCount bytes of a row of observations
 * @param actionMaskByteCount bytes of a row of action masks
 * @param globalByteCount bytes of a row of globals
 * @param seeds seed of each lane's first episode
 */
public record BatchLayout(
        int width,
        int height,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        List<Long> seeds) {
    /** Keeps a copy of the seeds. */
    public BatchLayout {
        seeds = List.copyOf(seeds);
    }

    static BatchLayout of(dev.tengen.proto.v1.BatchLayout message) {
        return new BatchLayout(
                message.getWidth(),
                message.getHeight(),
                message.getObservationByteCount(),
                message.getActionMaskByteCount(),
                message.getGlobalByteCount(),
                message.getSeedsList());
    }

    /** Returns the count of lanes. */
    public int laneCount() {
        return seeds.size();
    }
}
