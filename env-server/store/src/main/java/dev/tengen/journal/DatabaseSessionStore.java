package dev.tengen.journal;

import dev.tengen.base.InvalidValueException;
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
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps sessions in an SQLite file or a PostgreSQL database. A session is a row, and each of its last changes is a row
 * with the request that made it and a snapshot of the state after it. So an answer to a retry can be made again after a
 * restart, and recovery is the replay of one snapshot when a session is used.
 *
 * <p>One server at a time uses a store, or several share it; see {@link Membership}. Each transaction of a server is
 * conditional on its row among the servers, so a server that was paused while another one took over commits nothing.
 */
public final class DatabaseSessionStore implements SessionStore {
    /** A session that changes hands this often while it is read is given up. */
    private static final int MAX_CLAIM_COUNT = 4;

    /** How long to wait before another look whether a session was handed over. */
    private static final Duration HAND_OVER_DELAY = Duration.ofMillis(50);

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
    private final Membership membership;
    private final GroupCommitter committer;
    private final SessionNumbers numbers;
    private final Counter replayCount;
    private final Counter takeoverCount;
    private final Counter handOverCount;
    private boolean isClosed;

    private DatabaseSessionStore(
            OwnerLock lock,
            Database database,
            Optional<String> address,
            SharingSettings settings,
            Membership.Timing timing,
            List<PlayerFactory> engines,
            MeterRegistry meters) {
        this.lock = lock;
        this.database = database;
        this.engines = List.copyOf(engines);
        membership = address.map(known -> Membership.shared(database, known, settings, timing, meters))
                .orElseGet(() -> Membership.alone(database, timing, meters));
        long last = database.read(handle -> new SessionTables(handle).lastNumber());
        numbers = new SessionNumbers(membership, last);
        committer = new GroupCommitter(database, membership, meters);
        replayCount = Counter.builder("tengen.store.replays")
                .description("Sessions that were read from the store and replayed.")
                .register(meters);
        takeoverCount = Counter.builder("tengen.store.takeovers")
                .description("Sessions that this server took from another one, or from none.")
                .register(meters);
        handOverCount = Counter.builder("tengen.store.handovers")
                .description("Sessions that this server gave up because another one asked for them.")
                .register(meters);
    }

    /**
     * Returns a factory that opens the store at {@code url}, and creates it if there is none.
     *
     * @param url the path of an SQLite file, or a PostgreSQL database as
     *     {@code postgres://USER:PASSWORD@HOST:PORT/DATABASE}
     * @throws dev.tengen.base.InvalidValueException if {@code url} is neither
     */
    public static SessionStore.Factory factory(String url) {
        StoreUrl parsed = StoreUrl.parse(url);
        return (engines, meters) -> open(parsed, engines, meters);
    }

    /**
     * Returns a factory that opens the store at {@code url} for a server that shares it with others.
     *
     * @param url a PostgreSQL database, as for {@link #factory(String)}
     * @param address where clients and other servers reach this server: {@code HOST:PORT}
     * @throws dev.tengen.base.InvalidValueException if {@code url} is no PostgreSQL database
     */
    public static SessionStore.Factory factory(String url, String address) {
        return factory(url, address, SharingSettings.DEFAULT);
    }

    /**
     * Returns a factory that opens the store at {@code url} for a server that shares it with others.
     *
     * @param url a PostgreSQL database, as for {@link #factory(String)}
     * @param address where clients and other servers reach this server: {@code HOST:PORT}
     * @param settings how the servers divide the sessions
     * @throws dev.tengen.base.InvalidValueException if {@code url} is no PostgreSQL database
     */
    public static SessionStore.Factory factory(String url, String address, SharingSettings settings) {
        StoreUrl parsed = StoreUrl.parse(url);
        if (parsed.isSqlite()) {
            throw InvalidValueException.because(
                    "an SQLite file has one server at a time, which needs no address for others",
                    "advertise",
                    address,
                    "an address only with a PostgreSQL store");
        }
        return (engines, meters) ->
                open(parsed, Optional.of(address), settings, Membership.Timing.system(), engines, meters);
    }

    /**
     * Opens a store for one server.
     *
     * @throws StoreException if another server uses it, it belongs to something else, or it cannot be written
     */
    static DatabaseSessionStore open(StoreUrl url, List<PlayerFactory> engines, Optional<MeterRegistry> meters) {
        return open(url, Optional.empty(), SharingSettings.DEFAULT, Membership.Timing.system(), engines, meters);
    }

    /**
     * Opens a store for one server, or for one of several.
     *
     * @param address where clients and other servers reach this server; empty if it has the store for itself
     * @throws StoreException if the store cannot be shared so, belongs to something else, or cannot be written
     */
    static DatabaseSessionStore open(
            StoreUrl url,
            Optional<String> address,
            SharingSettings settings,
            Membership.Timing timing,
            List<PlayerFactory> engines,
            Optional<MeterRegistry> meters) {
        OwnerLock lock = address.isPresent() ? OwnerLock.share(url) : OwnerLock.take(url);
        try {
            Database database = Database.open(url, SCHEMA);
            try {
                return new DatabaseSessionStore(
                        lock,
                        database,
                        address,
                        settings,
                        timing,
                        engines,
                        meters.orElseGet(CompositeMeterRegistry::new));
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
        long server = membership.term().server();
        // Without a client, whose error would hide what is wrong with the store.
        return database.read(handle -> {
            SessionTables tables = new SessionTables(handle);
            return new Contents(tables.counts(server), tables.seated(), tables.seatKey());
        });
    }

    @Override
    public void setListener(OwnershipListener listener) {
        membership.setListener(listener);
    }

    @Override
    public boolean isShared() {
        return membership.isShared();
    }

    @Override
    public long nextNumber() {
        return numbers.next();
    }

    @Override
    public long epoch() {
        return membership.term().epoch();
    }

    @Override
    public void requireHeld(long epoch) {
        membership.requireHeld(epoch);
    }

    @Override
    public void drain() {
        try {
            membership.drain();
        } catch (StoreException e) {
            LOG.warn("Other servers get the sessions only when this one has stopped: {}", e.getMessage());
        }
    }

    private <T> T read(Function<SessionTables, T> query) {
        return call(() -> database.read(handle -> query.apply(new SessionTables(handle))));
    }

    private <T> T change(Function<ServerTables, T> change) {
        return call(() -> database.write(handle -> change.apply(new ServerTables(handle))));
    }

    private static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (StoreException e) {
            LOG.error("The store of sessions does not respond", e);
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
        return removed(new Write.Remove(id, false, false, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Boolean> forget(String id) {
        return removed(new Write.Remove(id, false, true, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Boolean> removeExpired(String id) {
        return removed(new Write.Remove(id, true, false, new CompletableFuture<>()));
    }

    @Override
    public CompletableFuture<Boolean> release(String id) {
        return removed(new Write.Release(id, new CompletableFuture<>())).thenApply(isReleased -> {
            if (isReleased) {
                handOverCount.increment();
            }
            return isReleased;
        });
    }

    private CompletableFuture<Void> written(Write write) {
        return removed(write).thenAccept(isFound -> {});
    }

    private CompletableFuture<Boolean> removed(Write write) {
        committer.add(write);
        return write.done();
    }

    @Override
    public Optional<LoadedSession> load(String id, Set<String> unreachable) {
        for (int attempt = 0; attempt < MAX_CLAIM_COUNT; attempt++) {
            Term term = membership.term();
            Optional<SessionTables.SessionRow> row = read(tables -> tables.session(id));
            if (row.isEmpty()) {
                return Optional.empty();
            }
            boolean isOwned = row.get().server() == term.server();
            if (isOwned || isClaimed(id, term, unreachable)) {
                replayCount.increment();
                if (!isOwned) {
                    takeoverCount.increment();
                    membership.hasTaken(id);
                }
                return read(tables -> tables.session(id).map(known -> loaded(tables, known, term, !isOwned)));
            }
        }
        throw CallException.of(
                Reason.STORE_FAILED, "several servers take session \"" + id + "\" at the same time; retry the call");
    }

    /** Takes a session from a dead server, or one that no server has; returns whether it did. */
    private boolean isClaimed(String id, Term term, Set<String> unreachable) {
        Optional<ServerTables.Owner> owner =
                change(tables -> tables.owner(id).filter(known -> !tables.fenceIfDead(known.server())));
        if (owner.filter(known -> known.server() != term.server()).isPresent()) {
            throw elsewhere(id, owner.get(), term, unreachable);
        }
        return change(tables -> {
            if (!tables.isCurrent(term)) {
                throw new StoreException(StoreException.Reason.LEASE_LOST, "another server has fenced this one");
            }
            return tables.claim(id, term);
        });
    }

    /** Returns the error that another server has a session, which is asked for it if the client cannot reach it. */
    private CallException elsewhere(String id, ServerTables.Owner owner, Term term, Set<String> unreachable) {
        String message = "session \"" + id + "\" is at the server at " + owner.address() + "; call that server";
        if (!owner.isDraining() && !unreachable.contains(owner.address())) {
            return CallException.of(Reason.SESSION_ELSEWHERE, message).with("owner", owner.address());
        }
        change(tables -> {
            tables.want(id, owner.server(), term);
            return term;
        });
        return CallException.retryAfter(Reason.SESSION_ELSEWHERE, HAND_OVER_DELAY, message)
                .with("owner", owner.address());
    }

    private LoadedSession loaded(SessionTables tables, SessionTables.SessionRow row, Term term, boolean isTaken) {
        String id = row.session().id();
        long idleMillis = Math.min(row.idleMillis(), tables.now() - term.openedAt());
        return new LoadedSession(
                row.session(),
                state(tables, id, row.sequence()),
                Duration.ofMillis(Math.max(0, idleMillis)),
                tables.requests(id, row.sequence()),
                term.epoch(),
                isTaken);
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
        Term term = membership.term();
        return read(tables -> tables.opened(request, firstKept(tables, term))
                .map(session -> new LoadedSession(
                        session, state(tables, session.id(), 0), Duration.ZERO, List.of(), term.epoch(), false)));
    }

    @Override
    public Set<String> existing(List<String> ids) {
        return ids.isEmpty() ? Set.of() : read(tables -> tables.existing(ids));
    }

    /** Returns the time at or after which sessions were opened by requests that can still be retried. */
    private static long firstKept(SessionTables tables, Term term) {
        long now = tables.now();
        long kept = SessionTables.OPENING_RETENTION.toMillis();
        // The time during which no server had the store open does not count.
        return now - term.openedAt() < kept ? Long.MIN_VALUE : now - kept;
    }

    @Override
    public List<OverdueSession> overdue(int count) {
        Term term = membership.term();
        long kept = read(tables -> firstKept(tables, term));
        if (read(tables -> tables.hasClosed(kept))) {
            call(() -> database.write(handle -> {
                new SessionTables(handle).removeClosed(kept, count);
                return kept;
            }));
        }
        return read(tables -> tables.overdue(term, count));
    }

    @Override
    public List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count) {
        return read(tables -> tables.entries(owner, after, isNewestFirst, count));
    }

    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        committer.close();
        membership.close();
        database.close();
        lock.close();
    }
}
