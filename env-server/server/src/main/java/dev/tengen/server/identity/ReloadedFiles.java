package dev.tengen.server.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is read from files, and read again when they change. It looks at the content, not at the time of the
 * change: the secrets of an orchestrator are links that are switched, and the time of two writes may be equal.
 *
 * <p>Files that cannot be used, such as a key that was replaced before its certificate, leave the value as it is, with
 * a warning in the log. Thread-safe.
 *
 * @param <T> the type of the value
 */
public final class ReloadedFiles<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReloadedFiles.class);
    private static final int POLL_MILLIS = 250;
    private static final long MAX_FILE_BYTES = 16 << 20;

    private final String name;
    private final List<Path> paths;
    private final Parser<T> parser;
    private final Consumer<T> onChange;

    /** A thread of its own, because a read may block, on a network drive for example. */
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread created = new Thread(task, "tengen-reload");
        created.setDaemon(true);
        return created;
    });

    private final ReloadStatus status;
    private List<byte[]> contents;
    private String lastProblem = "";
    private volatile T value;

    private ReloadedFiles(String name, List<Path> paths, Parser<T> parser, Consumer<T> onChange)
            throws IOException, GeneralSecurityException {
        this.name = name;
        this.paths = paths;
        this.parser = parser;
        this.onChange = onChange;
        status = new ReloadStatus(name);
        contents = read(paths);
        value = parser.parse(contents);
    }

    /**
     * Makes a value of the contents of files.
     *
     * @param <T> the type of the value
     */
    @FunctionalInterface
    public interface Parser<T> {
        /**
         * Returns the value of the files with these contents, in the order of the paths. A folder contributes each of
         * its files.
         *
         * @throws IOException if a content has the wrong form
         * @throws GeneralSecurityException if a certificate or a key has the wrong form
         */
        T parse(List<byte[]> contents) throws IOException, GeneralSecurityException;
    }

    /**
     * Reads the files, and begins to watch them.
     *
     * @param name what the files are, for messages: the name of the setting
     * @param paths files, and folders of which each file counts, except hidden ones
     * @param parser makes the value
     * @param onChange accepts the value now and after each change, on another thread
     * @throws IOException if a file cannot be read or used. The message names it
     */
    public static <T> ReloadedFiles<T> open(String name, List<Path> paths, Parser<T> parser, Consumer<T> onChange)
            throws IOException {
        ReloadedFiles<T> opened;
        try {
            opened = new ReloadedFiles<>(name, paths, parser, onChange);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("cannot use " + name + " " + paths + ": " + e.getMessage(), e);
        }
        onChange.accept(opened.value);
        var unused =
                opened.thread.scheduleWithFixedDelay(opened::poll, POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
        return opened;
    }

    /** Returns the current value. */
    public T value() {
        return value;
    }

    /** Returns how reading the files again has gone. */
    public ReloadStatus status() {
        return status;
    }

    private void poll() {
        try {
            List<byte[]> now = read(paths);
            if (isSame(now, contents)) {
                lastProblem = "";
                return;
            }
            T changed = parser.parse(now);
            onChange.accept(changed);
            contents = now;
            value = changed;
            lastProblem = "";
            status.loaded();
            LOG.info("Reloaded {} {}", name, paths);
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            status.failed();
            String problem = String.valueOf(e.getMessage());
            if (!problem.equals(lastProblem)) {
                lastProblem = problem;
                LOG.warn("Cannot use the changed {} {}; the earlier ones stay in force: {}", name, paths, problem);
            }
        }
    }

    private static boolean isSame(List<byte[]> first, List<byte[]> second) {
        return Arrays.deepEquals(first.toArray(), second.toArray());
    }

    private static List<byte[]> read(List<Path> paths) throws IOException {
        List<byte[]> contents = new ArrayList<>();
        for (Path path : paths) {
            if (Files.isDirectory(path)) {
                for (Path file : files(path)) {
                    contents.add(readFile(file));
                }
            } else {
                contents.add(readFile(path));
            }
        }
        return contents;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> !String.valueOf(entry.getFileName()).startsWith("."))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static byte[] readFile(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new IOException(file + " is not a file that can be read");
        }
        if (Files.size(file) > MAX_FILE_BYTES) {
            throw new IOException(file + " is longer than " + MAX_FILE_BYTES + " bytes");
        }
        return Files.readAllBytes(file);
    }

    /** Stops watching the files. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
