package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import java.util.Arrays;

/**
 * Transforms packed planes and action masks by symmetries.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
public final class PlaneTurner {
    /*
     * Planes are split into their rows, column 0 in the most significant bit. Rows become columns by exchanging ever
     * smaller blocks of bits across the diagonal, see Warren, "Hacker's Delight" (2nd edition, 2012), section 7-3. The
     * other steps reverse the order of the rows and the order of the bits in them.
     *
     * A long has the same row of several planes side by side, so that each exchange works on all of them: of four up
     * to 16 columns, of two above. The square of a plane is a part of the longs that is as wide as their number.
     */
    private static final int LARGEST_BLOCK = 32;
    private static final int SMALLEST_BLOCK = 8;
    private static final byte[] NO_BYTES = {};

    private final Grid grid;
    private final int blockSize;

    /** The number of planes side by side. */
    private final int planesAtOnce;

    private final long[] rows = new long[LARGEST_BLOCK];
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);

    /** Creates a turner of planes of boards on {@code grid}. */
    public PlaneTurner(Grid grid) {
        this.grid = grid;
        int block = SMALLEST_BLOCK;
        while (block < Math.max(grid.width(), grid.height())) {
            block *= 2;
        }
        blockSize = block;
        planesAtOnce = Long.SIZE / block;
    }

    /**
     * Transforms the {@code planeCount} packed planes at the start of {@code from} by {@code symmetry}, and writes them
     * to {@code to} at byte {@code offset}, packed and zero-padded to a whole byte. The arrays must not overlap.
     */
    public void turn(Symmetry symmetry, byte[] from, int planeCount, byte[] to, int offset) {
        bits.startAt(to, offset);
        turnPlanes(symmetry, from, planeCount);
        bits.finish();
    }

    private void turnPlanes(Symmetry symmetry, byte[] from, int planeCount) {
        for (int plane = 0; plane < planeCount; plane += planesAtOnce) {
            int count = Math.min(planesAtOnce, planeCount - plane);
            if (symmetry.swapsSides()) {
                turnSideBySide(symmetry, from, plane * grid.pointCount(), count);
            } else {
                for (int each = 0; each < count; each++) {
                    flip(symmetry, from, (plane + each) * grid.pointCount());
                }
            }
        }
    }

    /**
     * Transforms the packed action mask at the start of {@code from} by {@code symmetry}, and writes it to {@code to}
     * at {@code offset}.
     */
    public void turnMask(Symmetry symmetry, byte[] from, byte[] to, int offset) {
        int pass = grid.pass();
        bits.startAt(to, offset);
        turnPlanes(symmetry, from, 1);
        bits.append((from[pass >>> 3] & 0x80 >>> (pass & 7)) != 0, 1);
        bits.finish();
    }

    /** Transforms a plane by a symmetry that keeps rows as rows. */
    private void flip(Symmetry symmetry, byte[] from, int start) {
        int width = grid.width();
        int height = grid.height();
        boolean isFlippingRows = symmetry.isFlippingRows();
        boolean isFlippingColumns = symmetry.isFlippingColumns();
        for (int row = 0; row < height; row++) {
            int source = isFlippingRows ? height - 1 - row : row;
            append(PackedRows.at(from, start + source * width, width), isFlippingColumns);
        }
    }

    private void append(int row, boolean isReversed) {
        int width = grid.width();
        bits.appendRow(isReversed ? Integer.reverse(row) << (Integer.SIZE - width) : row, width);
    }

    /** Transforms {@code count} planes by a symmetry that makes rows columns. */
    private void turnSideBySide(Symmetry symmetry, byte[] from, int start, int count) {
        int width = grid.width();
        int height = grid.height();
        long[] square = rows;
        Arrays.fill(square, 0, blockSize, 0);
        int index = start;
        for (int plane = 0; plane < count; plane++) {
            int shift = Integer.SIZE - plane * blockSize;
            for (int row = 0; row < height; row++) {
                long line = Integer.toUnsignedLong(PackedRows.at(from, index, width));
                square[row] |= shift >= 0 ? line << shift : line >>> -shift;
                index += width;
            }
        }
        transpose(square, blockSize);
        boolean isFlippingRows = symmetry.isFlippingRows();
        boolean isFlippingColumns = symmetry.isFlippingColumns();
        int partMask = (int) (-1L << (Integer.SIZE - blockSize));
        for (int plane = 0; plane < count; plane++) {
            int shift = plane * blockSize;
            for (int row = 0; row < height; row++) {
                long line = square[isFlippingRows ? height - 1 - row : row] << shift;
                append((int) (line >>> Integer.SIZE) & partMask, isFlippingColumns);
            }
        }
    }

    /**
     * Transposes squares of {@code size} bits, a power of two, side by side in as many longs, the first in their most
     * significant bits.
     */
    private static void transpose(long[] squares, int size) {
        int half = size >>> 1;
        // Alternating runs of `half` zeros and `half` ones.
        long mask = Long.divideUnsigned(-1, (1L << half) + 1);
        while (half != 0) {
            for (int i = 0; i < size; i = (i + half + 1) & ~half) {
                long exchanged = (squares[i] ^ (squares[i + half] >>> half)) & mask;
                squares[i] ^= exchanged;
                squares[i + half] ^= exchanged << half;
            }
            half >>>= 1;
            mask ^= mask << half;
        }
    }
}
