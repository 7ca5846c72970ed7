package dev.tengen.journal;

import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.session.RequestKey;
import dev.tengen.server.session.SessionEntry;
import dev.tengen.server.session.SessionStore;
import dev.tengen.server.session.StoredSession;
import dev.tengen.server.session.StoredState;
import dev.tengen.store.Database;
import dev.tengen.store.StoreException;
import dev.tengen.store.StoreSchema;
import dev.tengen.store.StoreUrl;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps sessions in an SQLite file or a PostgreSQL database. A session is a row, and each of its last changes is a row with the request
 * that made it and a snapshot of the state after it. So an answer to a retry can be made again after a restart, and recovery is the
 * replay of one snapshot when a session is used.
 *
 * <p>One server at a time uses a store. It holds a lock that ends with its process, and each of its transactions is conditional on
 * its epoch, so a server that was paused while another one took over commits nothing.
 */
public final class DatabaseSessionStore implements SessionStore {
    /** A retry of a call that opened a session gets the first response for as long as this; see the contract. */
    private static final Duration OPENING_RETENTION = Duration.ofMinutes(10);

    /** One writes, and the others read: in SQLite, readers do not wait for the writer. */
    private static final int SQLITE_CONNECTIONS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseSessionStore.class);

    /** The tables, which {@link SessionArchive} reads, too. */
    static final StoreSchema SCHEMA = new StoreSchema(
            "the store of sessions",
            "dev/tengen/journal/migrations",
            "tengen_session_schema",
            "tengen-sessions",
            SQLITE_CONNECTIONS,
            jdbi -> {});

    private final OwnerLock lock;
    private final Database database;
    private final List<PlayerFactory> engines;
    private final long startedAt;
    private final GroupCommitter committer;

    private DatabaseSessionStore(
            OwnerLock lock, Database database, List<PlayerFactory> engines, Optional<MeterRegistry> meters) {
        this.lock = lock;
        this.database = database;
        this.engines = List.copyOf(engines);
        long epoch = database.write(handle -> new SessionTables(handle).startEpoch());
        startedAt = database.read(handle -> new SessionTables(handle).now());
        committer = new GroupCommitter(database, epoch, startedAt, meters.orElseGet(CompositeMeterRegistry::new));
    }

    /**
     * Returns a factory that opens the store at {@code url}, and creates it if there is none.
     *
     * @param url the path of an SQLite file, or a PostgreSQL database as {@code postgres://USER:PASSWORD@HOST:PORT/DATABASE}
     * @throws dev.tengen.board.InvalidValueException if {@code url} is neither
     */
    public static SessionStore.Factory factory(String url) {
        StoreUrl parsed = StoreUrl.parse(url);
        return (engines, meters) -> open(parsed, engines, meters);
    }

    /**
     * Opens a store.
     *
     * @throws StoreException if another server uses it, it belongs to something else, or it cannot be written
     */
    static DatabaseSessionStore open(StoreUrl url, List<PlayerFactory> engines, Optional<MeterRegistry> meters) {
        OwnerLock lock = OwnerLock.take(url);
        try {
            Database database = Database.open(url, SCHEMA);
            try {
                return new DatabaseSessionStore(lock, database, engines, meters);
            } catch (RuntimeException | Error e) {
                database.close();
                throw e;
            }
        } catch (RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public String kind() {
        return database.kind();
    }

    @Override
    public Contents contents() {
        return read(tables -> new Contents(tables.lastNumber(), tables.counts(), tables.seated(), tables.seatKey()));
    }

    private <T> T read(Function<SessionTables, T> query) {
        try {
            return database.read(handle -> query.apply(new SessionTables(handle)));
        } catch (StoreException e) {
            LOG.error("The store of sessions could not be read", e);
            throw GroupCommitter.failure(e);
        }
    }

    @Override
    public void requireRoom() {
        committer.requireRoom();
    }

    @Override
    public CompletableFuture<Void> add(StoredSession session, StoredState state) {
        return written(new Write.Add(session, state, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Void> append(String id, StoredState state) {
        return written(new Write.Append(id, state, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Void> setSeats(String id, Set<Seat.Place> seats) {
        return written(new Write.SetSeats(id, Set.copyOf(seats), new CompletableFuture<>()));
    }

    @Override
    public void setIdle(String id, Duration idle) {
        committer.add(new Write.SetIdle(id, idle, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Boolean> remove(String id) {
        return removed(new Write.Remove(id, false, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Boolean> removeExpired(String id) {
        return removed(new Write.Remove(id, true, new CompletableFuture<>()));
    }

    private CompletableFuture<Void> written(Write write) {
        return removed(write).thenAccept(isFound -> {});
    }

    private CompletableFuture<Boolean> removed(Write write) {
        committer.add(write);
        return write.done();
    }

    @Override
    public Optional<LoadedSession> load(String id) {
        return read(tables -> tables.session(id).map(row -> loaded(tables, row)));
    }

    private LoadedSession loaded(SessionTables tables, SessionTables.SessionRow row) {
        String id = row.session().id();
        long idleMillis = Math.min(row.idleMillis(), tables.now() - startedAt);
        return new LoadedSession(
                row.session(),
                state(tables, id, row.sequence()),
                Duration.ofMillis(Math.max(0, idleMillis)),
                tables.requests(id, row.sequence()));
    }

    private StoredState state(SessionTables tables, String id, long sequence) {
        SessionTables.StateRow row = tables.state(id, sequence).orElseThrow(() -> missing(id, sequence));
        return StateConverter.toState(sequence, row.key(), row.snapshot(), engines);
    }

    private static CallException missing(String id, long sequence) {
        return CallException.of(
                Reason.STORE_FAILED,
                "state " + sequence + " of session \"" + id + "\" is not in the store; it was changed or damaged");
    }

    @Override
    public EnvironmentSnapshot snapshot(String id, long sequence) {
        return read(tables -> StateConverter.toSnapshot(tables.state(id, sequence)
                .orElseThrow(() -> missing(id, sequence))
                .snapshot()));
    }

    @Override
    public Optional<LoadedSession> findOpening(RequestKey.Digest request) {
        return read(tables -> {
            long now = tables.now();
            // The time during which no server had the store open does not count.
            boolean isFresh = now - startedAt < OPENING_RETENTION.toMillis();
            long since = isFresh ? Long.MIN_VALUE : now - OPENING_RETENTION.toMillis();
            return tables.opened(request, since)
                    .map(session ->
                            new LoadedSession(session, state(tables, session.id(), 0), Duration.ZERO, List.of()));
        });
    }

    @Override
    public List<StoredSession> overdue(int count) {
        return read(tables -> tables.overdue(startedAt, count));
    }

    @Override
    public List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count) {
        return read(tables -> tables.entries(owner, after, isNewestFirst, count));
    }

    @Override
    public void close() {
        committer.close();
        database.close();
        lock.close();
    }
}
