package dev.tengen.client.search;

/**
 * Leaves of positions that await their evaluations.
 *
 * @param number the number of the round; 0 if there are no leaves
 * @param leaves the leaves, position after position
 */
public record PositionRound(long number, LeafRows leaves) {
    /** Returns whether all positions of the request have had their simulations, so that there are no leaves. */
    public boolean isComplete() {
        return number == 0;
    }
}
