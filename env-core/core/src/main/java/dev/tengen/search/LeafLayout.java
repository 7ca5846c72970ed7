package dev.tengen.search;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.planes.catalog.Encodings;

/**
 * The layout of rows of leaves. Immutable.
 *
 * @param actionCount number of actions: the points of the board, and the pass last
 * @param observationByteCount number of bytes of the observations in all encodings, one after another
 * @param actionMaskByteCount number of bytes of an action mask
 * @param globalByteCount number of bytes of the globals of all encodings
 */
public record LeafLayout(int actionCount, int observationByteCount, int actionMaskByteCount, int globalByteCount) {
    /** Returns the layout for positions with the board, the encodings and the form of {@code spec}. */
    public static LeafLayout of(EnvironmentSpec spec) {
        Grid grid = spec.grid();
        int observationByteCount = 0;
        int globalByteCount = 0;
        for (String name : spec.encodings()) {
            var encoding = Encodings.spec("encoding", name);
            observationByteCount += spec.form().byteCount(encoding.planeCount(), grid);
            globalByteCount += Float.BYTES * encoding.globals().size();
        }
        int actionCount = grid.moveCount();
        return new LeafLayout(actionCount, observationByteCount, (actionCount + 7) / 8, globalByteCount);
    }
}
