package dev.tengen.planes;

import dev.tengen.board.PointSet;

/**
 * Writes planes one behind the other into a caller's byte array, most significant bit first.
 *
 * <p>A plane need not begin at a whole byte. The bits from the last one written to the end of its byte are zero. Nothing
 * here allocates but the constructor. Not thread-safe.
 */
public final class PlaneBits {
    private byte[] bytes;
    private int index;
    /** Bits not yet written, the first in the most significant place, and their count: fewer than eight. */
    private long pending;

    private int pendingCount;

    /** Writes to {@code bytes} from {@code offset}; every byte of the observation is overwritten. */
    public PlaneBits(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.index = offset;
    }

    /** Begins another observation, in {@code other} from {@code offset}; the last one must be finished. */
    public void startAt(byte[] other, int offset) {
        assert pendingCount == 0 : "the last observation is not finished";
        bytes = other;
        index = offset;
    }

    /** Appends a plane that is one at the given points and zero elsewhere. */
    public void append(PointSet points) {
        int left = points.grid().pointCount();
        for (int i = 0; i < points.wordCount(); i++) {
            appendWord(points.word(i), Math.min(left, Long.SIZE));
            left -= Long.SIZE;
        }
    }

    /** Appends {@code count} bits that are all ones or all zeros. */
    public void append(boolean value, int count) {
        long word = value ? -1L : 0;
        for (int left = count; left > 0; left -= Long.SIZE) {
            int used = Math.min(left, Long.SIZE);
            appendWord(word & (-1L << (Long.SIZE - used)), used);
        }
    }

    /** Appends the first {@code count} bits, 1 to 64, of {@code word}, whose other bits are zero. */
    private void appendWord(long word, int count) {
        long joined = pending | word >>> pendingCount;
        int joinedCount = pendingCount + count;
        int whole = Math.min(joinedCount, Long.SIZE) >>> 3;
        for (int i = 0; i < whole; i++) {
            bytes[index++] = (byte) (joined >>> (56 - 8 * i));
        }
        if (joinedCount > Long.SIZE) {
            // The joined word is written in full; what did not fit in it is what remains.
            pending = word << (Long.SIZE - pendingCount);
            pendingCount = joinedCount - Long.SIZE;
        } else {
            pending = whole == Long.BYTES ? 0 : joined << (8 * whole);
            pendingCount = joinedCount - 8 * whole;
        }
    }

    /** Ends the observation: writes the bits of its last byte. The next one then begins at a whole byte. */
    public void finish() {
        if (pendingCount > 0) {
            bytes[index++] = (byte) (pending >>> 56);
        }
        pending = 0;
        pendingCount = 0;
    }
}
