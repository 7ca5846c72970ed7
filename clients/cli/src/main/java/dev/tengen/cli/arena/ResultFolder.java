package dev.tengen.cli.arena;

import dev.tengen.base.InvalidValueException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The folder with the results of a tournament, locked by one process at a time. */
public final class ResultFolder implements AutoCloseable {
    private static final String LOCK = "arena.lock";
    private static final String STORE = "arena.db";

    private final Path path;
    private final FileChannel channel;

    private ResultFolder(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /**
     * Opens and locks the folder at {@code path}. Creates it if it does not exist.
     *
     * @throws InvalidValueException if another process has locked it
     */
    public static ResultFolder open(Path path) throws IOException {
        Files.createDirectories(path);
        FileChannel channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            channel.close();
            throw InvalidValueException.because(
                    "another process runs a tournament in " + path
                            + "; wait for it, or choose another folder with --out",
                    "--out",
                    path,
                    "a folder that is not in use");
        }
        return new ResultFolder(path, channel);
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null; // Locked by another thread of this process.
        }
    }

    /** Returns the path of the folder. */
    public Path path() {
        return path;
    }

    /** Returns the path of its store of tournaments. */
    public Path store() {
        return path.resolve(STORE);
    }

    /** Unlocks the folder. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
