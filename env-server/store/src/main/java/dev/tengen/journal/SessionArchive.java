package dev.tengen.journal;

import com.google.protobuf.ByteString;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.game.RulesPreset;
import dev.tengen.proto.v1.SnapshotContent;
import dev.tengen.server.convert.RulesConverter;
import dev.tengen.server.convert.SnapshotConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.session.RequestLog;
import dev.tengen.server.session.StoredSession;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreUrl;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A store of sessions, to be checked, read or compacted. No server may use an SQLite file meanwhile. Servers may use a
 * PostgreSQL database: each session and each journal is read as it is at one moment, and those that are opened or
 * removed meanwhile may be there or not. Not thread-safe.
 */
public final class SessionArchive implements AutoCloseable {
    private static final int PAGE_SIZE = 500;

    private final Optional<OwnerLock> lock;
    private final Database database;

    private SessionArchive(Optional<OwnerLock> lock, Database database) {
        this.lock = lock;
        this.database = database;
    }

    /**
     * Opens an existing store.
     *
     * @param url as {@link DatabaseSessionStore#factory} takes it
     * @throws InvalidValueException if there is no such file
     * @throws StoreException if a server uses the SQLite file, or the store belongs to something else
     */
    public static SessionArchive open(String url) {
        StoreUrl parsed = StoreUrl.parse(url);
        if (parsed.file().filter(file -> !Files.exists(file)).isPresent()) {
            throw InvalidValueException.because(
                    "there is no store at " + parsed.display(), "STORE", url, "a file or a URL of a store");
        }
        return parsed.isSqlite() ? openFile(parsed) : new SessionArchive(Optional.empty(), openDatabase(parsed));
    }

    private static SessionArchive openFile(StoreUrl url) {
        OwnerLock lock = OwnerLock.take(url);
        try {
            return new SessionArchive(Optional.of(lock), Database.open(url, DatabaseSessionStore.SCHEMA));
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Opens a database, whose tables change only if no server uses them. */
    private static Database openDatabase(StoreUrl url) {
        OwnerLock lock;
        try {
            lock = OwnerLock.take(url);
        } catch (StoreException e) {
            if (e.reason() != StoreException.Reason.LOCKED) {
                throw e;
            }
            return Database.openUnchanged(url, DatabaseSessionStore.SCHEMA);
        }
        try (lock) {
            return Database.open(url, DatabaseSessionStore.SCHEMA);
        }
    }

    /** Returns the number of sessions. */
    public long sessionCount() {
        return database.read(handle -> new SessionTables(handle).sessionCount());
    }

    /**
     * A session of the store, whose last state was replayed.
     *
     * @param id its id
     * @param owner the name of its owner
     * @param stateCount the number of states that were checked
     * @param state its last state, without an engine as opponent; empty if a state is damaged
     * @param preset the rule preset of its spec
     * @param snapshot the bytes of its last state
     * @param problem what is wrong, empty if nothing is
     */
    public record Entry(
            String id,
            String owner,
            int stateCount,
            Optional<Environment> state,
            RulesPreset preset,
            ByteString snapshot,
            String problem) {}

    /** Calls {@code reader} with each session, oldest first. Every state of a session is checked by replay. */
    public void forEach(Consumer<Entry> reader) {
        long last = 0;
        while (true) {
            long after = last;
            List<SessionTables.SessionRow> page =
                    database.read(handle -> new SessionTables(handle).sessionsAfter(after, PAGE_SIZE));
            if (page.isEmpty()) {
                return;
            }
            for (SessionTables.SessionRow row : page) {
                database.readSnapshot(handle -> {
                            SessionTables tables = new SessionTables(handle);
                            return tables.session(row.session().id()).map(present -> checked(tables, present));
                        })
                        .ifPresent(reader);
            }
            last = page.get(page.size() - 1).session().number();
        }
    }

    private static Entry checked(SessionTables tables, SessionTables.SessionRow row) {
        StoredSession session = row.session();
        int count = 0;
        String problem = "";
        Optional<Environment> state = Optional.empty();
        RulesPreset preset = RulesPreset.TROMP_TAYLOR;
        ByteString bytes = ByteString.EMPTY;
        long first = Math.max(0, row.sequence() - RequestLog.CAPACITY + 1);
        for (long sequence = first; sequence <= row.sequence() && problem.isEmpty(); sequence++) {
            Optional<SessionTables.StateRow> stored = tables.state(session.id(), sequence);
            if (stored.isEmpty()) {
                problem = "state " + sequence + " is missing";
                break;
            }
            bytes = stored.get().snapshot();
            try {
                SnapshotContent content = withoutEngine(SnapshotConverter.read(bytes));
                preset = RulesConverter.preset(content.getSpec().getRules());
                state = Optional.of(SnapshotConverter.toCore(content, List.of()));
                count++;
            } catch (CallException | InvalidValueException e) {
                problem = "state " + sequence + ": " + e.getMessage();
                state = Optional.empty();
            }
        }
        return new Entry(session.id(), session.owner().name(), count, state, preset, bytes, problem);
    }

    /**
     * Returns {@code content} without its opponent, which may be an engine that is not here. The moves do not depend on
     * it.
     */
    private static SnapshotContent withoutEngine(SnapshotContent content) {
        return content.toBuilder()
                .setSpec(content.getSpec().toBuilder().clearOpponent())
                .build();
    }

    /**
     * A journal of the store, which was replayed.
     *
     * @param id the text that names it in the store
     * @param owner the name of its owner
     * @param name its name
     * @param requestCount the number of requests that were replayed
     * @param lanes the lanes after the last request; empty if the journal is damaged
     * @param problem what is wrong, empty if nothing is
     */
    public record JournalEntry(
            String id, String owner, String name, int requestCount, List<StoredLane> lanes, String problem) {}

    /**
     * The present episode of a lane.
     *
     * @param state its state
     * @param preset the rule preset of its spec
     * @param snapshot the bytes of its state
     */
    public record StoredLane(Environment state, RulesPreset preset, ByteString snapshot) {}

    /** Returns the number of journals of batches. */
    public long journalCount() {
        return new JournalArchive(database).count();
    }

    /**
     * Calls {@code reader} with each journal of a batch. Each is replayed, from the earliest state that it has, and
     * must lead to the later states that it has.
     */
    public void forEachJournal(Consumer<JournalEntry> reader) {
        new JournalArchive(database).forEach(reader);
    }

    /** Gives the space of removed sessions back to the disk. */
    public void compact() {
        database.read(handle -> handle.execute("VACUUM"));
    }

    @Override
    public void close() {
        database.close();
        lock.ifPresent(OwnerLock::close);
    }
}
