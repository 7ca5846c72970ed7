package dev.tengen.planes.bits;

import dev.tengen.board.Grid;

/**
 * Spreads the planes of a board over those of a wider or higher one, with zeros at the bottom and at the right.
 *
 * <p>Nothing here allocates. Immutable.
 */
public final class PlanePadding {
    private final int width;
    private final int height;
    private final int widestWidth;
    private final int widestPointCount;
    private final boolean isNeeded;

    /** Makes a padding from boards on {@code grid} to boards on {@code widest}, which is no narrower and no lower. */
    public PlanePadding(Grid grid, Grid widest) {
        assert grid.width() <= widest.width() && grid.height() <= widest.height() : grid + " is not within " + widest;
        width = grid.width();
        height = grid.height();
        widestWidth = widest.width();
        widestPointCount = widest.pointCount();
        isNeeded = grid.width() != widest.width() || grid.height() != widest.height();
    }

    /** Returns whether the two boards differ. */
    public boolean isNeeded() {
        return isNeeded;
    }

    /**
     * Writes {@code planeCount} planes that are packed from the start of {@code from} to {@code to}, packed from the byte
     * {@code offset} on, where all bits must be zero.
     */
    public void pad(byte[] from, int planeCount, byte[] to, int offset) {
        int source = 0;
        for (int plane = 0; plane < planeCount; plane++) {
            int target = Byte.SIZE * offset + plane * widestPointCount;
            for (int row = 0; row < height; row++) {
                put(to, target, PackedRows.at(from, source, width));
                source += width;
                target += widestWidth;
            }
        }
    }

    private void put(byte[] bytes, int index, int bits) {
        int first = index >>> 3;
        int last = (index + width - 1) >>> 3;
        int shifted = bits >>> (index & 7);
        for (int i = first; i <= last; i++) {
            bytes[i] |= (byte) (shifted >>> (24 - 8 * (i - first)));
        }
    }
}
