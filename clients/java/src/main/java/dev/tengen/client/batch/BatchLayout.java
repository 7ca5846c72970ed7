package dev.tengen.client.batch;

import java.util.List;

/**
 * The layout of a batch's rows.
 *
 * @param width width of the widest board, in points
 * @param height height of the tallest board, in points
 * @param observationByteCount bytes of observations in a row
 * @param actionMaskByteCount bytes of action mask in a row
 * @param globalByteCount bytes of global features in a row
 * @param seeds the seed of each lane's first episode
 */
public record BatchLayout(
        int width,
        int height,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        List<Long> seeds) {
    /** Creates a layout with a copy of the seeds. */
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

    /** Returns the number of lanes. */
    public int laneCount() {
        return seeds.size();
    }
}
