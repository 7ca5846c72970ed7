package dev.tengen.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.proto.v1.CreateSessionRequest;
import dev.tengen.proto.v1.EnvironmentSpec;
import dev.tengen.server.ServerConfig;
import dev.tengen.server.TengenServer;
import dev.tengen.server.testing.RunningServer;
import dev.tengen.store.StoreException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An SQLite file of which a page was overwritten. The error of the server at its start was an internal one with a stack
 * trace.
 */
@Tag("full")
class DamagedStoreTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    private Path folder;

    private static ServerConfig config(Path file) {
        return ServerConfig.DEFAULT
                .listeningAt("127.0.0.1", 0)
                .withSessionStore(DatabaseSessionStore.factory(file.toString()));
    }

    private Path sound() throws IOException {
        Path file = folder.resolve("sound.db");
        try (RunningServer server = RunningServer.with(config(file)).start()) {
            for (int i = 0; i < 3; i++) {
                var unused = server.stub()
                        .createSession(CreateSessionRequest.newBuilder()
                                .setSpec(
                                        EnvironmentSpec.newBuilder().setWidth(5).setHeight(5))
                                .build());
            }
        }
        return file;
    }

    /** The first page is the header; the last one is not read at the start. Each start of a server takes a while. */
    @Test
    void start_pageOverwritten_worksOrNamesTheFileAndWhatToDo() throws IOException {
        Path sound = sound();

        assertThat(isRefused(sound, 0)).isTrue();
        assertThat(isRefused(sound, pageCount(sound) - 1)).isFalse();
    }

    @Test
    @Tag("long")
    void start_anyPageOverwritten_worksOrNamesTheFileAndWhatToDo() throws IOException {
        Path sound = sound();
        int refusedCount = 0;
        for (int page = 0; page < pageCount(sound); page++) {
            refusedCount += isRefused(sound, page) ? 1 : 0;
        }
        assertThat(refusedCount).isGreaterThan(2);
    }

    private static int pageCount(Path file) throws IOException {
        int count = (int) (Files.size(file) / PAGE_BYTES);
        assertThat(count).isGreaterThan(10);
        return count;
    }

    /** Returns whether a server refuses to start with a copy of {@code sound} in which {@code page} is overwritten. */
    private boolean isRefused(Path sound, int page) throws IOException {
        Path file = Files.copy(sound, folder.resolve("damaged.db"), StandardCopyOption.REPLACE_EXISTING);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek((long) page * PAGE_BYTES);
            bytes.write("damaged!".repeat(PAGE_BYTES / 8).getBytes(StandardCharsets.US_ASCII));
        }
        try (TengenServer server = TengenServer.start(config(file))) {
            assertThat(server.port()).isPositive(); // The page is not read at the start.
            return false;
        } catch (StoreException e) {
            assertThat(e).hasMessageStartingWith(file + " is corrupt or not a database: ");
            assertThat(e)
                    .hasMessageEndingWith(
                            ". Restore it from a backup, or name another store and keep this one for a repair");
            assertThat(e.getMessage()).doesNotContain("\n");
            return true;
        } finally {
            for (String end : new String[] {"", "-wal", "-shm", ".lock"}) {
                Files.deleteIfExists(folder.resolve("damaged.db" + end));
            }
        }
    }
}
