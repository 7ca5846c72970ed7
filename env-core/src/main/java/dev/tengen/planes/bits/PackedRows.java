package dev.tengen.planes.bits;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads rows of packed planes, each at most 25 bits long, the longest that a board has. */
final class PackedRows {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private PackedRows() {}

    /** Returns the {@code width} bits from bit {@code index} on, in the most significant bits of an int. */
    static int at(byte[] bytes, int index, int width) {
        int first = index >>> 3;
        // With up to 7 bits before it, a row of 25 bits still is within four bytes.
        int word = first + Integer.BYTES <= bytes.length ? (int) INTS.get(bytes, first) : atEnd(bytes, first);
        return word << (index & 7) & -1 << (Integer.SIZE - width);
    }

    /** Returns the bytes from {@code first} on, with zeros in place of those behind the last. */
    private static int atEnd(byte[] bytes, int first) {
        int word = 0;
        for (int i = first; i < first + Integer.BYTES; i++) {
            word = word << Byte.SIZE | (i < bytes.length ? bytes[i] & 0xFF : 0);
        }
        return word;
    }
}
