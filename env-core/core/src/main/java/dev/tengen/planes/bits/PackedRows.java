package dev.tengen.planes.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads packed planes: their rows, or 64 bits at a time. A row has at most 25 bits, the maximum width of a board. */
final class PackedRows {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private PackedRows() {}

    /** Returns 64 bits, starting at bit {@code index}; zeros after the end of the array. */
    static long wordAt(byte[] bytes, int index) {
        int first = index >>> 3;
        int shift = index & 7;
        if (first + Long.BYTES < bytes.length) {
            int next = bytes[first + Long.BYTES] & 0xFF;
            return (long) LONGS.get(bytes, first) << shift | next >>> (Byte.SIZE - shift);
        }
        long word = Integer.toUnsignedLong(atEnd(bytes, first)) << Integer.SIZE
                | Integer.toUnsignedLong(atEnd(bytes, first + Integer.BYTES));
        return word << shift | atEnd(bytes, first + Long.BYTES) >>> (Integer.SIZE - Byte.SIZE) >>> (Byte.SIZE - shift);
    }

    /** Returns {@code width} bits, starting at bit {@code index}, in the most significant bits of an int. */
    static int at(byte[] bytes, int index, int width) {
        int first = index >>> 3;
        // With up to 7 bits before it, a row of 25 bits still fits in four bytes.
        int word = first + Integer.BYTES <= bytes.length ? (int) INTS.get(bytes, first) : atEnd(bytes, first);
        return word << (index & 7) & -1 << (Integer.SIZE - width);
    }

    /** Returns four bytes, starting at {@code first}, with zeros after the end of the array. */
    private static int atEnd(byte[] bytes, int first) {
        int word = 0;
        for (int i = first; i < first + Integer.BYTES; i++) {
            word = word << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xFF : 0);
        }
        return word;
    }
}
