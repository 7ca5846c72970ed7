package dev.tengen.server.service;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import dev.tengen.server.execution.MemoryReservation;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory that the server shares with the client of one stream: a file in a file system in memory, which the client
 * maps. It consists of areas of equal size, numbered from 1, each for one message.
 *
 * <p>The server writes to the file and does not map it: a client that shortens a mapped file would crash the server.
 * The file system takes memory only for what has been written, and frees it when the file has no name, and neither the
 * server nor the client has it open. One thread at a time uses it.
 */
final class SharedMemory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedMemory.class);

    /** The bytes of small fields that are collected before they are written. */
    private static final int BUFFER_BYTES = 32 << 10;

    /** The bytes that are written at a time. Java copies them to memory that it allocates for them. */
    private static final int PIECE_BYTES = 64 << 10;

    private final Path path;
    private final RandomAccessFile file;
    private final int areaCount;
    private final int areaByteCount;
    private final MemoryReservation reservation;

    /** Whether the file still has its name. */
    private boolean isNamed = true;

    private SharedMemory(
            Path path, RandomAccessFile file, int areaCount, int areaByteCount, MemoryReservation reservation) {
        this.path = path;
        this.file = file;
        this.areaCount = areaCount;
        this.areaByteCount = areaByteCount;
        this.reservation = reservation;
    }

    /**
     * Creates a file with the given areas in {@code folder}, which only the user of the server can open. Takes over
     * {@code reservation}, which grows by the bytes of all areas.
     *
     * @return the memory; empty if the reservation cannot grow so far, or the file cannot be created
     */
    static Optional<SharedMemory> create(Path folder, int areaCount, int areaByteCount, MemoryReservation reservation) {
        long byteCount = (long) areaCount * areaByteCount;
        if (!reservation.tryGrow(byteCount)) {
            reservation.close();
            return Optional.empty();
        }
        Path path = null;
        try {
            path = Files.createTempFile(folder, "tengen-", ".rows");
            RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw");
            SharedMemory made = new SharedMemory(path, file, areaCount, areaByteCount, reservation);
            file.setLength(byteCount);
            return Optional.of(made);
        } catch (IOException e) {
            LOG.debug("No memory is shared: there is no file in {}", folder, e);
            reservation.close();
            if (path != null) {
                remove(path);
            }
            return Optional.empty();
        }
    }

    /** Returns the path of the file. */
    Path path() {
        return path;
    }

    /** Returns the number of areas. */
    int areaCount() {
        return areaCount;
    }

    /** Returns the bytes of each area. */
    int areaByteCount() {
        return areaByteCount;
    }

    /**
     * Writes {@code message} to the start of an area, and removes the name of the file, which the client has mapped by
     * now.
     *
     * @return the length of the message; empty if it does not fit, or could not be written
     */
    OptionalInt write(int area, MessageLite message) {
        unlink();
        int size = message.getSerializedSize();
        if (size > areaByteCount) {
            return OptionalInt.empty();
        }
        try {
            file.seek((area - 1L) * areaByteCount);
            CodedOutputStream output = CodedOutputStream.newInstance(new Pieces(), BUFFER_BYTES);
            message.writeTo(output);
            output.flush();
            return OptionalInt.of(size);
        } catch (IOException e) {
            LOG.debug("An answer travels in a message: area {} cannot be written", area, e);
            return OptionalInt.empty();
        }
    }

    private void unlink() {
        if (isNamed) {
            isNamed = false;
            remove(path);
        }
    }

    private static void remove(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.warn("The file {} of a batch that shares memory cannot be removed", path, e);
        }
    }

    /** Removes the file. The client keeps what it has mapped. */
    @Override
    public void close() {
        unlink();
        try {
            file.close();
        } catch (IOException e) {
            LOG.debug("A file of shared memory cannot be closed", e);
        }
        reservation.close();
    }

    /** Writes to the file in pieces. */
    private final class Pieces extends OutputStream {
        @Override
        public void write(int value) throws IOException {
            file.write(value);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; done += PIECE_BYTES) {
                file.write(bytes, offset + done, Math.min(PIECE_BYTES, length - done));
            }
        }
    }
}
