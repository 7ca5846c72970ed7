package dev.tengen.client.search;

import dev.tengen.proto.v1.LeafLayout;
import java.util.List;

/**
 * The layout of the rows of a self-play, and its groups.
 *
 * @param actionCount number of actions: the points of the board, and the pass last
 * @param observationByteCount bytes of observations in a row
 * @param actionMaskByteCount bytes of action mask in a row
 * @param globalByteCount bytes of global features in a row
 * @param maxLeafCounts maximum number of leaves of each group in one round
 * @param seed the seed of all games
 */
public record SelfPlayLayout(
        int actionCount,
        int observationByteCount,
        int actionMaskByteCount,
        int globalByteCount,
        List<Integer> maxLeafCounts,
        long seed) {
    /** Creates a layout with a copy of the counts. */
    public SelfPlayLayout {
        maxLeafCounts = List.copyOf(maxLeafCounts);
    }

    static SelfPlayLayout of(dev.tengen.proto.v1.SelfPlayLayout message) {
        LeafLayout leaf = message.getLeaf();
        return new SelfPlayLayout(
                leaf.getActionCount(),
                leaf.getObservationByteCount(),
                leaf.getActionMaskByteCount(),
                leaf.getGlobalByteCount(),
                message.getMaxLeafCountsList(),
                message.getSeed());
    }

    /** Returns the number of groups. */
    public int groupCount() {
        return maxLeafCounts.size();
    }
}
