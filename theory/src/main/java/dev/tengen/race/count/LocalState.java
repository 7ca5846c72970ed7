package dev.tengen.race.count;

/**
 * The stones of a region, as bits by the region's own numbering.
 *
 * @param own those of the owner of the essential chain beside it
 * @param enemy those of the other color
 */
record LocalState(long own, long enemy) {
    /** Returns the points with a stone. */
    long stones() {
        return own | enemy;
    }
}
