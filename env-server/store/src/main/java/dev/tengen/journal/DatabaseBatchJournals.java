package dev.tengen.journal;

import dev.tengen.server.batch.BatchJournal;
import dev.tengen.server.batch.BatchJournals;
import dev.tengen.server.batch.StoredBatch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreUrl;
import dev.tengen.store.StoredText;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Keeps the journals of batches in an SQLite file or a PostgreSQL database, beside the sessions. A journal has the
 * requests of a batch, in segments of those that were committed together, and the states of all lanes every so often.
 * What is needed to go back by {@link BatchJournal#CHECKPOINT_INTERVAL} requests from the last state is kept.
 *
 * <p>Several servers may use the journals of a store. Each journal has an epoch, which increases when a stream takes it
 * over; a write of a stream with an earlier epoch is refused.
 */
public final class DatabaseBatchJournals implements BatchJournals {
    /** Maximum of journals of one principal, so that forgotten ones do not fill the disk. */
    private static final int MAX_JOURNAL_COUNT = 1000;

    private final Database database;
    private final JournalWriter writer;

    private DatabaseBatchJournals(Database database, Duration retention, MeterRegistry meters) {
        this.database = database;
        writer = new JournalWriter(database, retention, meters);
    }

    /**
     * Returns a factory that opens the journals in the store at {@code url}, and creates it if there is none.
     *
     * @param url as {@link DatabaseSessionStore#factory} takes it
     * @param retention how long a journal is kept that no stream uses
     * @throws dev.tengen.base.InvalidValueException if {@code url} is no store
     */
    public static BatchJournals.Factory factory(String url, Duration retention) {
        StoreUrl parsed = StoreUrl.parse(url);
        return meters -> open(parsed, retention, meters);
    }

    /**
     * Opens the journals.
     *
     * @throws StoreException if the store belongs to something else, or cannot be written
     */
    static DatabaseBatchJournals open(StoreUrl url, Duration retention, Optional<MeterRegistry> meters) {
        return new DatabaseBatchJournals(
                Database.open(url, DatabaseSessionStore.SCHEMA),
                retention,
                meters.orElseGet(CompositeMeterRegistry::new));
    }

    @Override
    public String kind() {
        return database.kind();
    }

    @Override
    public CompletableFuture<BatchJournal> create(String owner, String name, byte[] opening) {
        String id = UUID.randomUUID().toString();
        String chosen = name.isEmpty() ? id : StoredText.requireName("journal.name", name);
        return writer.call(() -> {
            database.<Void>write(handle -> {
                JournalTables tables = new JournalTables(handle);
                if (tables.count(owner) >= MAX_JOURNAL_COUNT) {
                    throw CallException.of(
                                    Reason.QUOTA_EXCEEDED,
                                    "you have " + MAX_JOURNAL_COUNT
                                            + " journals of batches, the maximum; end batches that"
                                            + " you do not need")
                            .with("quota", "journals")
                            .with("limit", MAX_JOURNAL_COUNT);
                }
                if (!tables.add(id, owner, chosen, opening)) {
                    throw CallException.of(
                                    Reason.JOURNAL_EXISTS,
                                    "you have a journal " + StoredText.quoted(CallException.shown(chosen))
                                            + "; resume it, or choose another name")
                            .with("journal", CallException.shown(chosen));
                }
                return null;
            });
            return writer.open(new JournalTables.Row(id, owner, chosen, 1, 0));
        });
    }

    /** A journal that was taken over, and what it holds. */
    private record Resumed(JournalTables.Row row, JournalTables.Contents contents) {}

    @Override
    public CompletableFuture<StoredBatch> resume(String owner, String name, Optional<String> id, OptionalLong last) {
        String wanted = StoredText.requireName("journal", name);
        return writer.call(() -> {
            Resumed resumed = database.write(handle -> {
                JournalTables tables = new JournalTables(handle);
                JournalTables.Row row = tables.takeOver(owner, wanted, id).orElseThrow(() -> notFound(wanted));
                long kept = Math.min(row.sequence(), last.orElse(row.sequence()));
                if (kept < 0) {
                    kept = row.sequence(); // An unsigned number above all others.
                }
                JournalTables.Contents contents = tables.contents(row, kept);
                if (kept < row.sequence()) {
                    tables.cut(row, kept, contents.first(), contents.requests());
                }
                return new Resumed(new JournalTables.Row(row.id(), owner, wanted, row.epoch(), kept), contents);
            });
            List<byte[]> opening = resumed.contents().opening();
            return new StoredBatch(
                    writer.open(resumed.row()),
                    opening.get(0),
                    resumed.contents().checkpoint(),
                    resumed.contents().requests());
        });
    }

    private static CallException notFound(String name) {
        return CallException.of(
                        Reason.JOURNAL_NOT_FOUND,
                        "you have no journal " + StoredText.quoted(CallException.shown(name))
                                + ": it was never opened, was ended, or was idle for too long")
                .with("journal", CallException.shown(name));
    }

    @Override
    public void close() {
        writer.close();
        database.close();
    }
}
