package dev.tengen.planes.bits;

import dev.tengen.board.Grid;
import dev.tengen.planes.PlaneBits;
import dev.tengen.planes.Symmetry;
import dev.tengen.planes.SymmetryMap;
import java.util.Arrays;

/**
 * Transforms packed planes and action masks by symmetries.
 *
 * <p>Only the constructor allocates, and the first turn on a size of board. Not thread-safe.
 */
public final class PlaneTurner {
    /*
     * A plane differs little from the one before the last: in a history, these are the stones of the same player a move
     * apart. Other planes are almost empty, or almost full. So a transformed plane is made from that of the plane
     * before the last, or from an empty or a full one, which every symmetry keeps, whichever differs in the fewest
     * points. Only these points are mapped.
     */
    private static final byte[] NO_BYTES = {};
    private static final long FIRST_BIT = 1L << (Long.SIZE - 1);

    private final Grid grid;
    private final int wordCount;

    /** The points of the board, in each word. */
    private final long[] full;

    /** The last plane with an even number and the last one with an odd number, as they were, and transformed. */
    private final long[][] planes;

    private final long[][] turnedPlanes;

    private final long[] words;
    private final PlaneBits bits = new PlaneBits(NO_BYTES, 0);

    /** Creates a turner of planes of boards on {@code grid}. */
    public PlaneTurner(Grid grid) {
        this.grid = grid;
        int pointCount = grid.pointCount();
        wordCount = (pointCount + Long.SIZE - 1) / Long.SIZE;
        full = new long[wordCount];
        Arrays.fill(full, -1);
        full[wordCount - 1] <<= wordCount * Long.SIZE - pointCount;
        planes = new long[2][wordCount];
        // A string of bits has a word more than its bits need.
        turnedPlanes = new long[2][wordCount + 1];
        words = new long[wordCount];
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
        SymmetryMap map = SymmetryMap.of(symmetry, grid);
        // The planes of another call were transformed by another symmetry.
        for (int parity = 0; parity < planes.length; parity++) {
            Arrays.fill(planes[parity], 0);
            Arrays.fill(turnedPlanes[parity], 0);
        }
        for (int number = 0; number < planeCount; number++) {
            turnPlane(map, from, number);
            bits.append(turnedPlanes[number & 1], 0, grid.pointCount());
        }
    }

    private void turnPlane(SymmetryMap map, byte[] from, int number) {
        long[] plane = planes[number & 1];
        long[] turned = turnedPlanes[number & 1];
        int start = number * grid.pointCount();
        int pointCount = 0;
        int differenceCount = 0;
        for (int i = 0; i < wordCount; i++) {
            long word = PackedRows.wordAt(from, start + i * Long.SIZE) & full[i];
            words[i] = word;
            pointCount += Long.bitCount(word);
            differenceCount += Long.bitCount(word ^ plane[i]);
        }
        int emptyCount = grid.pointCount() - pointCount;
        if (Math.min(pointCount, emptyCount) < differenceCount) {
            long fill = pointCount <= emptyCount ? 0 : -1;
            for (int i = 0; i < wordCount; i++) {
                plane[i] = turned[i] = fill & full[i];
            }
        }
        for (int i = 0; i < wordCount; i++) {
            for (long rest = words[i] ^ plane[i]; rest != 0; ) {
                int bit = Long.numberOfLeadingZeros(rest);
                int image = map.turned(i * Long.SIZE + bit);
                turned[image >>> 6] ^= FIRST_BIT >>> image;
                rest ^= FIRST_BIT >>> bit;
            }
            plane[i] = words[i];
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
}
