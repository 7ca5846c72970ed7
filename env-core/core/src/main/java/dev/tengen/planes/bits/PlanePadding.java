package dev.tengen.planes.bits;

import dev.tengen.board.Grid;

/**
 * Pads packed planes to those of a wider or higher board, with zeros at the bottom and at the right.
 *
 * <p>No method allocates. Immutable.
 */
public final class PlanePadding {
    private final int width;
    private final int height;
    private final int widestWidth;
    private final int widestPointCount;
    private final boolean isNeeded;

    /** Creates a padding from boards on {@code grid} to {@code widest}, which must be at least as wide and high. */
    public PlanePadding(Grid grid, Grid widest) {
        assert grid.width() <= widest.width() && grid.height() <= widest.height() : grid + " is not within " + widest;
        width = grid.width();
        height = grid.height();
        widestWidth = widest.width();
        widestPointCount = widest.pointCount();
        isNeeded = grid.width() != widest.width() || grid.height() != widest.height();
    }

    /** Returns whether the two sizes differ. */
    public boolean isNeeded() {
        return isNeeded;
    }

    /**
     * Writes the {@code planeCount} packed planes at the start of {@code from} to {@code to}, packed, at byte
     * {@code offset}. The bits written must be zero before.
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
