package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * A server process on an SQLite file whose writes are recorded, so that the file can be rebuilt as a power cut at any
 * moment could have left it. The moments are positions in the record, which grows with each write.
 */
final class RecordedServer implements Closeable {
    private static final Path SOURCE = Path.of("src/test/c/record_writes.c");
    private static final String FILE = "sessions.db";

    private final Path folder;
    private final Path log;
    private final StoredServerProcess server;
    private final long readyAt;

    /** What the server does before it acknowledges. */
    enum Care {
        /** It synchronizes its writes. */
        CAREFUL,

        /** It leaves that to the operating system, which a power cut punishes. */
        CARELESS
    }

    /** How the disk of the server is. */
    enum Disk {
        HEALTHY,

        /** Each synchronization takes half a second. */
        SLOW,

        /** Writes and synchronizations fail. */
        FAILING
    }

    /** Gets a database after each cut. */
    interface Check {
        /** Checks {@code database}, as a cut after {@code position} left it. */
        void check(long position, Path database) throws Exception;
    }

    /** Starts a server with its files in {@code folder}. Skips the test where that cannot be recorded. */
    RecordedServer(Path folder, Care care) throws IOException, InterruptedException {
        this.folder = folder;
        log = folder.resolve("writes");
        Path file = folder.resolve(FILE);
        Map<String, String> environment = Map.of(
                "LD_PRELOAD",
                compileRecorder(folder).toString(),
                "TENGEN_RECORD_PREFIX",
                file.toString(),
                "TENGEN_RECORD_LOG",
                log.toString(),
                "TENGEN_DISK",
                folder.resolve("disk").toString(),
                StoredServerMain.CARE,
                care.name());
        server = new StoredServerProcess(file.toString(), environment);
        server.start();
        readyAt = position();
    }

    private static Path compileRecorder(Path folder) throws IOException, InterruptedException {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "only Linux is supported");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/gcc")), "gcc is not installed");
        Path library = folder.resolve("record_writes.so");
        Process compiler = new ProcessBuilder(
                        "/usr/bin/gcc",
                        "-O1",
                        "-shared",
                        "-fPIC",
                        "-o",
                        library.toString(),
                        SOURCE.toAbsolutePath().toString(),
                        "-ldl",
                        "-lpthread")
                .inheritIO()
                .start();
        assertThat(compiler.waitFor()).isZero();
        return library;
    }

    /** Makes the disk sick, or well. */
    void disk(Disk disk) throws IOException {
        Files.writeString(folder.resolve("disk"), disk.name().toLowerCase(Locale.ROOT));
    }

    int port() {
        return server.port();
    }

    /** Returns the present position in the record. What the server acknowledged before is in the record up to there. */
    long position() {
        try {
            return Files.size(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Cuts the power {@code count} times at random moments since the start. */
    void cut(int count, long seed, Check check) throws Exception {
        Random random = new Random(seed);
        RecordedWrites writes = new RecordedWrites(log);
        long[] cuts = random.longs(count, readyAt, writes.length()).sorted().toArray();
        Path copy = Files.createDirectory(folder.resolve("copy"));
        for (long cut : cuts) {
            writes.advanceTo(cut);
            writes.writeTo(copy, random);
            Files.deleteIfExists(copy.resolve(FILE + "-shm"));
            check.check(cut, copy.resolve(FILE));
        }
    }

    /** Kills the server. */
    @Override
    public void close() {
        server.close();
    }
}
