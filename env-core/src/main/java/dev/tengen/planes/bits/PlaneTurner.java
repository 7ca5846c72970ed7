package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import java.util.Arrays;

/**
 * Turns packed planes and action masks by symmetries.
 *
 * <p>Nothing here allocates but the constructor. Not thread-safe.
 */
public final class PlaneTurner {
    /*
     * A plane is taken apart into its rows, one to an int, column 0 in the most significant bit. Rows become columns by
     * exchanging ever smaller blocks of bits beside the diagonal, the way of Warren, "Hacker's Delight" (2nd edition, 2012),
     * section 7-3; the other steps are the order of the rows and the order of the bits in them.
     */
    private static final int LARGEST_BLOCK = 32;
    private static final int SMALLEST_BLOCK = 8;
    private static final byte[] NO_BYTES = {};

    private final Grid grid;
    private final int blockSize;
    private final int[] rows = new int[LARGEST_BLOCK];
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);

    /** Makes a turner of planes of boards on {@code grid}. */
    public PlaneTurner(Grid grid) {
        this.grid = grid;
        int block = SMALLEST_BLOCK;
        while (block < Math.max(grid.width(), grid.height())) {
            block *= 2;
        }
        blockSize = block;
    }

    /**
     * Writes {@code planeCount} planes, packed from the start of {@code from}, turned by {@code symmetry} to {@code to}, packed
     * from the byte {@code offset} on and zero-padded to a whole byte. The two must not overlap.
     */
    public void turn(Symmetry symmetry, byte[] from, int planeCount, byte[] to, int offset) {
        bits.startAt(to, offset);
        for (int plane = 0; plane < planeCount; plane++) {
            turnPlane(symmetry, from, plane * grid.pointCount());
        }
        bits.finish();
    }

    /** Writes an action mask, packed from the start of {@code from}, turned by {@code symmetry} to {@code to} as planes are. */
    public void turnMask(Symmetry symmetry, byte[] from, byte[] to, int offset) {
        int pass = grid.pass();
        bits.startAt(to, offset);
        turnPlane(symmetry, from, 0);
        bits.append((from[pass >>> 3] & 0x80 >>> (pass & 7)) != 0, 1);
        bits.finish();
    }

    private void turnPlane(Symmetry symmetry, byte[] from, int start) {
        int width = grid.width();
        int height = grid.height();
        int[] plane = rows;
        int index = start;
        for (int row = 0; row < height; row++) {
            plane[row] = PackedRows.at(from, index, width);
            index += width;
        }
        if (symmetry.swapsSides()) {
            Arrays.fill(plane, height, blockSize, 0);
            transpose(plane, blockSize);
        }
        boolean isFlippingRows = symmetry.isFlippingRows();
        boolean isFlippingColumns = symmetry.isFlippingColumns();
        for (int row = 0; row < height; row++) {
            int line = plane[isFlippingRows ? height - 1 - row : row];
            bits.appendRow(isFlippingColumns ? Integer.reverse(line) << (Integer.SIZE - width) : line, width);
        }
    }

    /** Makes columns of the rows of a square of {@code size} bits, a power of two, in the most significant bits of as many ints. */
    private static void transpose(int[] square, int size) {
        int half = size >>> 1;
        // As many zeros as `half`, then as many ones, and so on.
        int mask = Integer.divideUnsigned(-1, (1 << half) + 1);
        while (half != 0) {
            for (int i = 0; i < size; i = (i + half + 1) & ~half) {
                int exchanged = (square[i] ^ (square[i + half] >>> half)) & mask;
                square[i] ^= exchanged;
                square[i + half] ^= exchanged << half;
            }
            half >>>= 1;
            mask ^= mask << half;
        }
    }
}
