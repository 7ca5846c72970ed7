package dev.tengen.journal;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A list of byte arrays as one, with a checksum: the CRC-32C of what follows, and each array after its length, an
 * int32.
 */
final class CheckedBytes {
    private CheckedBytes() {}

    /** Returns {@code parts} as one array. */
    static byte[] join(List<byte[]> parts) {
        int length = Integer.BYTES
                + parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
        ByteBuffer bytes = ByteBuffer.allocate(length).putInt(0);
        parts.forEach(part -> bytes.putInt(part.length).put(part));
        return bytes.putInt(0, checksum(bytes.array())).array();
    }

    /**
     * Returns the arrays in {@code bytes}.
     *
     * @throws CallException with {@link Reason#JOURNAL_DAMAGED} if the checksum is wrong
     */
    static List<byte[]> split(byte[] bytes) {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        List<byte[]> parts = new ArrayList<>();
        try {
            if (rest.getInt() != checksum(bytes)) {
                throw damaged("a checksum is wrong");
            }
            while (rest.hasRemaining()) {
                byte[] part = new byte[rest.getInt()];
                rest.get(part);
                parts.add(part);
            }
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw damaged("a record is too short");
        }
        return parts;
    }

    /** Returns the error that a journal is damaged; {@code why} says how that shows. */
    static CallException damaged(String why) {
        return CallException.of(Reason.JOURNAL_DAMAGED, "the journal is damaged: " + why);
    }

    private static int checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
        return (int) checksum.getValue();
    }
}
