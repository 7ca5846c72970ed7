package dev.tengen.env;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Converts numbers to the little-endian bytes of requests. */
final class LittleEndianBytes {
    private LittleEndianBytes() {}

    static byte[] of(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return bytes.array();
    }

    static byte[] of(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        return bytes.array();
    }
}
