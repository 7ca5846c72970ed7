package dev.tengen.client.internal;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Converts between numbers and the little-endian bytes in which requests and responses hold them. */
public final class RowBytes {
    private RowBytes() {}

    /** Returns {@code numbers} as four bytes each. */
    public static ByteString of(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns {@code numbers} as eight bytes each. */
    public static ByteString of(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns a read-only view of {@code field}. Nothing is copied. */
    public static ByteBuffer view(ByteString field) {
        return field.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
