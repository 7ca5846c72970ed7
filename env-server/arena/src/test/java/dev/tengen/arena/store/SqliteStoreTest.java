package dev.tengen.arena.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.store.StoreException.Reason;
import dev.tengen.store.StoreUrl;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The store contract on SQLite, and what is specific to it. */
class SqliteStoreTest extends StoreContract {
    @TempDir
    Path folder;

    private int fileCount;

    @Override
    String newUrl() {
        return folder.resolve("arena " + fileCount++ + ".db").toString();
    }

    @Test
    void open_jdbcUrl_isTheSameStore() {
        store.tournaments().create(cup("cup"));

        try (ArenaStore same = ArenaStore.open("jdbc:sqlite:" + url)) {
            assertThat(same.tournaments().list()).hasSize(1);
        }
    }

    @Test
    void open_noDatabase_isDamaged() throws IOException {
        Path file = Files.writeString(folder.resolve("letter.txt"), "Dear arena, ".repeat(1000));

        assertFails(Reason.DAMAGED, "is corrupt or not a database", () -> ArenaStore.open(file.toString()));
        assertThat(Files.readString(file)).startsWith("Dear arena, ");
    }

    @Test
    @Tag("full")
    void read_overwrittenPages_isDamaged() throws IOException {
        store.tournaments().create(cup("cup"));
        List<PlannedPair> pairs = IntStream.range(0, 2000)
                .mapToObj(meeting -> new PlannedPair("ann", "bob", meeting, 0))
                .toList();
        store.games().plan("cup", pairs);
        store.close();
        try (RandomAccessFile file = new RandomAccessFile(url, "rw")) {
            // After the schema, which is at the start.
            file.seek(file.length() / 2);
            file.write(new byte[(int) (file.length() / 2)]);
        }
        store = ArenaStore.open(url);

        assertFails(Reason.DAMAGED, "is corrupt", () -> store.games().list("cup"));
    }

    @Test
    void write_fileOfLaterFormat_isReadOnly() throws IOException {
        store.close();
        try (RandomAccessFile file = new RandomAccessFile(url, "rw")) {
            // The write version of the file format: files with later versions are read-only.
            file.seek(18);
            file.write(3);
        }

        assertFails(Reason.READ_ONLY, "cannot be written", () -> {
            try (ArenaStore readOnly = ArenaStore.open(url)) {
                readOnly.tournaments().create(cup("cup"));
            }
        });
    }

    @Test
    void open_lockedByAnother_isReported() throws Exception {
        try (Connection other = StoreUrl.parse(url).source().getConnection();
                Statement statement = other.createStatement()) {
            statement.execute("BEGIN EXCLUSIVE");

            StoreUrl impatient = StoreUrl.parse(url);
            ((SQLiteDataSource) impatient.source()).getConfig().setBusyTimeout(50);
            assertFails(Reason.LOCKED, "is locked by another process", () -> {
                try (ArenaStore locked = ArenaStore.open(impatient)) {
                    locked.tournaments().create(cup("cup"));
                }
            });
            statement.execute("ROLLBACK");
        }
        store.tournaments().create(cup("cup"));
    }
}
