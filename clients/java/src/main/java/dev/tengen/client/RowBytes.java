package dev.tengen.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers of rows as bytes, little endian. */
final class RowBytes {
    private RowBytes() {}

    static ByteString of(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    static ByteString of(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asLongBuffer().put(numbers);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    /** Returns {@code field} to be read where it lies. */
    static ByteBuffer view(ByteString field) {
        return field.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }
}
