package dev.tengen.cli.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** Files that survive the death of the process and of the machine, complete or not at all. */
final class DurableFiles {
    private DurableFiles() {}

    /** Writes all of {@code bytes} at the position of {@code channel}. */
    static void write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** Replaces {@code file} by {@code bytes}. The caller holds a lock: two writers would share the draft. */
    static void replace(Path file, byte[] bytes) throws IOException {
        Path draft = file.resolveSibling("." + file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            write(channel, bytes);
            channel.force(true);
        }
        move(draft, file);
    }

    /** Renames {@code from}, whose content is durable, to {@code to} in the same folder. */
    static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Optional<Path> folder = Optional.ofNullable(to.toAbsolutePath().getParent());
        // Only POSIX systems can sync a folder, and only they need it.
        if (folder.isPresent()
                && FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            try (FileChannel channel = FileChannel.open(folder.get(), StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
