package dev.tengen.planes;

import dev.tengen.board.PointSet;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Writes packed planes one after another into a caller's byte array, most significant bit first.
 *
 * <p>A plane need not start at a byte boundary. The bits after the last plane, up to the end of its byte, are zero.
 * Only the constructor allocates. Not thread-safe.
 */
public final class PlaneBits {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] NO_BYTES = {};

    private byte[] bytes;
    private int index;
    /** The pending bits, fewer than 64: the first in the most significant bit, followed by zeros; and their count. */
    private long pending;

    private int pendingCount;

    /** Creates a writer to {@code bytes}, starting at {@code offset}. It overwrites every byte of the observation. */
    public PlaneBits(byte[] bytes, int offset) {
        this.bytes = bytes;
        this.index = offset;
    }

    /** Starts another observation in {@code other} at {@code offset}. The last observation must be finished. */
    public void startAt(byte[] other, int offset) {
        assert pendingCount == 0 : "the last observation is not finished";
        bytes = other;
        index = offset;
    }

    /** Appends a plane that is one at {@code points} and zero elsewhere. */
    public void append(PointSet points) {
        append(points, 0);
    }

    /** Appends a plane that is zero at {@code points} and one elsewhere. */
    public void appendComplement(PointSet points) {
        append(points, -1L);
    }

    /** Appends the words of a set. Bits set in {@code flipped} are inverted. */
    private void append(PointSet points, long flipped) {
        int last = points.wordCount() - 1;
        int left = points.grid().pointCount() - last * Long.SIZE;
        byte[] target = bytes;
        int offset = index;
        int behind = pendingCount;
        long waiting = pending;
        for (int i = 0; i < last; i++) {
            long word = points.word(i) ^ flipped;
            WORDS.set(target, offset, waiting | (word >>> behind));
            waiting = (word << 1) << (63 - behind);
            offset += Long.BYTES;
        }
        index = offset;
        pending = waiting;
        appendWord((points.word(last) ^ flipped) & (-1L << (Long.SIZE - left)), left);
    }

    /** Appends {@code count} ones or zeros. */
    public void append(boolean value, int count) {
        long fill = value ? -1L : 0;
        byte[] target = bytes;
        int offset = index;
        long word = pending | (fill >>> pendingCount);
        int left = pendingCount + count;
        for (; left >= Long.SIZE; left -= Long.SIZE) {
            WORDS.set(target, offset, word);
            offset += Long.BYTES;
            word = fill;
        }
        index = offset;
        pending = word & ((-1L << (63 - left)) << 1);
        pendingCount = left;
    }

    /**
     * Appends {@code count} bits of a bit string, starting at bit {@code from}. Bit 0 is the most significant bit of
     * the first word. The string must have one word more than the bits need.
     */
    public void append(long[] string, int from, int count) {
        int left = pendingCount == 0 ? appendWholeWords(string, from, count) : appendBehindPending(string, from, count);
        if (left > 0) {
            int at = from + count - left;
            long word = join(string[at >>> 6], string[(at >>> 6) + 1], at & 63);
            appendWord(word & (-1L << (Long.SIZE - left)), left);
        }
    }

    /** Writes all full words, with as many bits pending afterwards as before. Returns the number of remaining bits. */
    private int appendBehindPending(long[] string, int from, int count) {
        int shift = from & 63;
        int first = from >>> 6;
        int wordCount = count >>> 6;
        byte[] target = bytes;
        int offset = index;
        int behind = pendingCount;
        long waiting = pending;
        long here = string[first];
        for (int i = 1; i <= wordCount; i++) {
            long next = string[first + i];
            long word = join(here, next, shift);
            WORDS.set(target, offset, waiting | (word >>> behind));
            waiting = word << (Long.SIZE - behind);
            offset += Long.BYTES;
            here = next;
        }
        index = offset;
        pending = waiting;
        return count & 63;
    }

    /**
     * Writes all full words if no bit is pending, which avoids a dependency between words. Returns the number of
     * remaining bits.
     */
    private int appendWholeWords(long[] string, int from, int count) {
        int shift = from & 63;
        int first = from >>> 6;
        int wordCount = count >>> 6;
        byte[] target = bytes;
        int offset = index;
        long here = string[first];
        for (int i = 1; i <= wordCount; i++) {
            long next = string[first + i];
            WORDS.set(target, offset, join(here, next, shift));
            offset += Long.BYTES;
            here = next;
        }
        index = offset;
        return count & 63;
    }

    /** Returns 64 bits of two words, starting at bit {@code shift}, 0 to 63, of the first word. */
    private static long join(long first, long second, int shift) {
        return (first << shift) | ((second >>> 1) >>> (63 - shift));
    }

    /** Appends the first {@code count} bits, 1 to 64, of {@code word}. Its other bits must be zero. */
    private void appendWord(long word, int count) {
        long joined = pending | (word >>> pendingCount);
        int joinedCount = pendingCount + count;
        if (joinedCount < Long.SIZE) {
            pending = joined;
            pendingCount = joinedCount;
            return;
        }
        WORDS.set(bytes, index, joined);
        index += Long.BYTES;
        pending = (word << 1) << (63 - pendingCount);
        pendingCount = joinedCount - Long.SIZE;
    }

    /** Finishes the observation: writes the pending bits. {@link #startAt} must come before the next one. */
    public void finish() {
        int left = pendingCount;
        long rest = pending;
        if (left > Integer.SIZE) {
            INTS.set(bytes, index, (int) (rest >>> 32));
            index += Integer.BYTES;
            rest <<= 32;
            left -= Integer.SIZE;
        }
        for (; left > 0; left -= Byte.SIZE) {
            bytes[index++] = (byte) (rest >>> 56);
            rest <<= Byte.SIZE;
        }
        pending = 0;
        pendingCount = 0;
        bytes = NO_BYTES; // A writer that lives long must not keep the rows of an answer in memory.
    }
}
