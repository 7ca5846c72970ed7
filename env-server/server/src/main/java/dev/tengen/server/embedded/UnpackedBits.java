package dev.tengen.server.embedded;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;

/** A part of a direct buffer that has one byte for each of some bits. Not thread-safe. */
final class UnpackedBits {
    /** The bits of each byte value as eight bytes, the most significant bit first. */
    private static final long[] BYTES = new long[1 << Byte.SIZE];

    static {
        for (int value = 0; value < BYTES.length; value++) {
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                BYTES[value] |= (long) ((value >>> (Byte.SIZE - 1 - bit)) & 1) << (Byte.SIZE * bit);
            }
        }
    }

    private final long[] unpacked;
    private final LongBuffer target;

    /** Creates the part of {@code buffer} that starts at {@code offset} and has the length {@link #byteCount}. */
    UnpackedBits(ByteBuffer buffer, int offset, int bitCount) {
        int byteCount = byteCount(bitCount);
        unpacked = new long[byteCount / Long.BYTES];
        target = buffer.slice(offset, byteCount).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }

    /** Returns the number of bytes for {@code bitCount} bits, a multiple of eight. */
    static int byteCount(int bitCount) {
        return (bitCount + Byte.SIZE - 1) / Byte.SIZE * Byte.SIZE;
    }

    /** Writes all bits, which are packed, most significant bit first. */
    void write(byte[] packed) {
        for (int index = 0; index < unpacked.length; index++) {
            unpacked[index] = BYTES[packed[index] & 0xFF];
        }
        target.put(0, unpacked);
    }
}
