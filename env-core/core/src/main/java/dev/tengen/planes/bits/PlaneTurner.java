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
     * A plane is split into its rows, one per int, column 0 in the most significant bit. Rows become columns by
     * exchanging ever smaller blocks of bits across the diagonal, see Warren, "Hacker's Delight" (2nd edition, 2012),
     * section 7-3. The other steps reverse the order of the rows and the order of the bits in them.
     */
    private static final int LARGEST_BLOCK = 32;
    private static final int SMALLEST_BLOCK = 8;
    private static final byte[] NO_BYTES = {};

    private final Grid grid;
    private final int blockSize;
    private final int[] rows = new int[LARGEST_BLOCK];
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);

    /** Creates a turner of planes of boards on {@code grid}. */
    public PlaneTurner(Grid grid) {
        this.grid = grid;
        int block = SMALLEST_BLOCK;
        while (block < Math.max(grid.width(), grid.height())) {
            block *= 2;
        }
        blockSize = block;
    }

    /**
     * Transforms the {@code planeCount} packed planes at the start of {@code from} by {@code symmetry}, and writes them
     * to {@code to} at byte {@code offset}, packed and zero-padded to a whole byte. The arrays must not overlap.
     */
    public void turn(Symmetry symmetry, byte[] from, int planeCount, byte[] to, int offset) {
        bits.startAt(to, offset);
        for (int plane = 0; plane < planeCount; plane++) {
            turnPlane(symmetry, from, plane * grid.pointCount());
        }
        bits.finish();
    }

    /**
     * Transforms the packed action mask at the start of {@code from} by {@code symmetry}, and writes it to {@code to}
     * at {@code offset}.
     */
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

    /** Transposes a square of {@code size} bits, a power of two, in the most significant bits of as many ints. */
    private static void transpose(int[] square, int size) {
        int half = size >>> 1;
        // Alternating runs of `half` zeros and `half` ones.
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
