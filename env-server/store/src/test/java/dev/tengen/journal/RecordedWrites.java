package dev.tengen.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The recorded writes of a process, and what a power cut at some moment leaves of its files: everything that was
 * synchronized before, and of the later writes any part, in any combination, as a disk may reorder them and tear them
 * at sectors.
 */
final class RecordedWrites {
    private static final int SECTOR_BYTES = 512;

    private final ByteBuffer log;
    private final Map<Integer, FileState> files = new HashMap<>();

    /** Reads the records in {@code log}; see {@code record_writes.c}. */
    RecordedWrites(Path log) throws IOException {
        this.log = ByteBuffer.wrap(Files.readAllBytes(log)).order(ByteOrder.nativeOrder());
    }

    /** Returns the length of the log in bytes. */
    int length() {
        return log.capacity();
    }

    /** A file: what is surely on the disk, and the later changes. */
    private static final class FileState {
        private final String name;
        private byte[] durable = {};
        private boolean isThere;
        private final List<Change> pending = new ArrayList<>();

        FileState(String name) {
            this.name = name;
        }

        void synchronize() {
            durable = content(pending, null);
            isThere = true;
            pending.clear();
        }

        /** Returns the content with {@code changes}; only with a part of them if {@code luck} is given. */
        byte[] content(List<Change> changes, Random luck) {
            byte[] content = durable;
            for (Change change : changes) {
                if (luck == null || luck.nextBoolean()) {
                    content = change.on(content, luck);
                }
            }
            return content;
        }
    }

    /** A write, or a truncation if {@code bytes} is null. */
    private record Change(long offset, ByteBuffer bytes) {
        byte[] on(byte[] content, Random luck) {
            if (bytes == null) {
                return Arrays.copyOf(content, (int) offset);
            }
            int length = bytes.remaining();
            if (luck != null && luck.nextInt(4) == 0) {
                length = Math.min(length, SECTOR_BYTES * luck.nextInt(1 + length / SECTOR_BYTES));
            }
            byte[] changed = Arrays.copyOf(content, (int) Math.max(content.length, offset + length));
            bytes.duplicate().get(changed, (int) offset, length);
            return changed;
        }
    }

    /** Reads the records that start before {@code position}, a position in the log that is not before the last one. */
    void advanceTo(long position) {
        while (log.position() < position) {
            char kind = (char) log.get();
            int number = log.getInt();
            long offset = log.getLong();
            int length = log.getInt();
            ByteBuffer bytes = log.slice(log.position(), length);
            log.position(log.position() + length);
            FileState file = files.get(number);
            switch (kind) {
                case 'N' ->
                    files.put(
                            number,
                            new FileState(StandardCharsets.UTF_8.decode(bytes).toString()));
                case 'W' -> file.pending.add(new Change(offset, bytes));
                case 'T' -> file.pending.add(new Change(offset, null));
                case 'S' -> file.synchronize();
                case 'U' -> {
                    file.durable = new byte[0];
                    file.isThere = false;
                    file.pending.clear();
                }
                default -> throw new IllegalStateException("no record starts with " + kind);
            }
        }
    }

    /** Writes the files into {@code folder} as a power cut now could leave them. */
    void writeTo(Path folder, Random luck) throws IOException {
        for (FileState file : files.values()) {
            Path copy = folder.resolve(Path.of(file.name).getFileName());
            if (file.isThere || !file.pending.isEmpty()) {
                Files.write(copy, file.content(file.pending, luck));
            } else {
                Files.deleteIfExists(copy);
            }
        }
    }
}
