package dev.tengen.benchmarks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/** Reads rows of packed bits as an agent does: unpacks observations, draws actions from masks. Not thread-safe. */
final class Planes {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** The bits of each byte value as eight bytes, most significant first. */
    private static final long[] BITS = new long[256];

    static {
        for (int value = 0; value < BITS.length; value++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                BITS[value] |= (long) ((value >>> bit) & 1) << (Byte.SIZE * bit);
            }
        }
    }

    private byte[] packed = {};
    private byte[] unpacked = {};

    /**
     * Returns the first {@code bitCount} bits of each row as zeros and ones, row after row. The next call reuses the
     * array.
     */
    byte[] unpack(ByteBuffer rows, int rowCount, int byteCount, int bitCount) {
        load(rows, rowCount * byteCount);
        // The last byte of a row is unpacked completely. The next row overwrites the surplus.
        int needed = rowCount * bitCount + Long.BYTES;
        if (unpacked.length < needed) {
            unpacked = new byte[needed];
        }
        byte[] from = packed;
        byte[] to = unpacked;
        int usedBytes = (bitCount + 7) >>> 3;
        for (int row = 0; row < rowCount; row++) {
            int start = row * byteCount;
            int target = row * bitCount;
            for (int index = 0; index < usedBytes; index++) {
                WORDS.set(to, target, BITS[from[start + index] & 0xFF]);
                target += Byte.SIZE;
            }
        }
        return to;
    }

    private void load(ByteBuffer rows, int byteCount) {
        if (packed.length < byteCount + Long.BYTES) {
            packed = new byte[byteCount + Long.BYTES];
        }
        rows.get(0, packed, 0, byteCount);
    }

    /** Sets {@code actions} to one action for each row, drawn uniformly from its ones; 0 if there are none. */
    void draw(ByteBuffer masks, int byteCount, SplittableRandom random, int[] actions) {
        load(masks, actions.length * byteCount);
        for (int row = 0; row < actions.length; row++) {
            int start = row * byteCount;
            int count = 0;
            for (int offset = 0; offset < byteCount; offset += Long.BYTES) {
                count += Long.bitCount(word(start, offset, byteCount));
            }
            actions[row] = count == 0 ? 0 : nth(start, byteCount, random.nextInt(count));
        }
    }

    private long word(int start, int offset, int byteCount) {
        long word = (long) WORDS.get(packed, start + offset);
        int left = byteCount - offset;
        return left >= Long.BYTES ? word : word & (-1L << ((Long.BYTES - left) * Byte.SIZE));
    }

    private int nth(int start, int byteCount, int index) {
        int left = index;
        int offset = 0;
        long word = word(start, offset, byteCount);
        for (int count = Long.bitCount(word); left >= count; count = Long.bitCount(word)) {
            left -= count;
            offset += Long.BYTES;
            word = word(start, offset, byteCount);
        }
        for (; left > 0; left--) {
            word &= ~Long.highestOneBit(word);
        }
        return offset * Byte.SIZE + Long.numberOfLeadingZeros(word);
    }
}
