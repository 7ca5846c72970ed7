package dev.tengen.client.search;

import dev.tengen.client.NodeRows;
import java.util.List;

/** Judges positions: a network, say, that is asked about many at once. */
@FunctionalInterface
public interface PolicyValue {
    /**
     * Returns a judgment of each of {@code chosen} rows, in their order. In none of them the episode is over.
     *
     * @param rows observations and action masks, among others
     * @param chosen the rows to judge, at least one
     */
    List<Judgment> judge(NodeRows rows, int[] chosen);

    /**
     * What is thought of a position.
     *
     * @param priors a number for each action, 0 or more, by its number; they need not add up to 1, and those of illegal
     *     actions are left aside
     * @param value what the position is worth to the player to move, -1 to 1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Judgment(float[] priors, float value) {}
}
