package dev.tengen.server.session;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.BlockingCallExecutor;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.Quotas;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of a store: reads them into memory when they are used, lets idle ones leave the memory, and removes
 * those that have expired while they were not in memory. Thread-safe.
 */
public final class StoredSessions implements AutoCloseable, SessionStore.OwnershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(StoredSessions.class);
    private static final int THREAD_COUNT = 8;
    private static final int MAX_CALL_COUNT = 1024;
    private static final int SWEEP_SECONDS = 10;
    private static final int SWEPT_TOGETHER = 1000;

    /** The sessions that make room together when memory is short. */
    private static final int EVICTED_TOGETHER = 64;

    /** The result of a hand-over, after which a session has to be looked for again. */
    private static final Object HANDED_OVER = new Object();

    private final SessionStore store;
    private final OpenSessions open;
    private final SessionFactory factory;
    private final Quotas quotas;
    private final ActivityListener listener;
    private final long memoryNanos;

    /** The number of sessions with seats that were checked in this round; used by the sweeper alone. */
    private int seatsChecked;

    private final BlockingCallExecutor calls = new BlockingCallExecutor(
            "tengen-store-calls", THREAD_COUNT, MAX_CALL_COUNT, Reason.TOO_MANY_CALLS, "read the store of sessions");

    /** A thread of its own, because it waits for the store. */
    private final ScheduledExecutorService sweeper =
            Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("tengen-store-sweeper")
                    .setDaemon(true)
                    .build());

    /**
     * The sessions that a thread reads, and those that are being handed over: these have {@link #HANDED_OVER} as their
     * result.
     */
    private final Map<String, CompletableFuture<@Nullable Object>> moving = new ConcurrentHashMap<>();

    /**
     * Creates the sessions of {@code store}.
     *
     * @param open the sessions in memory
     * @param factory makes the sessions that are read
     * @param memoryTime how long an idle session stays in memory
     */
    StoredSessions(
            SessionStore store,
            OpenSessions open,
            SessionFactory factory,
            Quotas quotas,
            ActivityListener listener,
            Duration memoryTime) {
        this.store = store;
        this.open = open;
        this.factory = factory;
        this.quotas = quotas;
        this.listener = listener;
        memoryNanos = memoryTime.toNanos();
        var unused = sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
    }

    /** Counts the sessions that were stored before this process started, and lets the tokens of their seats count. */
    void takeOver(SessionStore.Contents stored) {
        stored.counts().forEach((owner, count) -> open.restore(quotas.of(owner), count));
        seated(stored.seated());
        store.setListener(this);
    }

    @Override
    public void seated(List<StoredSession> sessions) {
        sessions.forEach(
                session -> open.seatTokens().open(session.id(), session.number(), session.owner(), session.seats()));
    }

    @Override
    public void wanted(List<StoredSession> sessions) {
        sessions.forEach(this::handOver);
    }

    /** Gives up a session that another server asks for, unless it is in use: then this is called again. */
    private void handOver(StoredSession session) {
        CompletableFuture<@Nullable Object> mine = new CompletableFuture<>();
        if (moving.putIfAbsent(session.id(), mine) != null) {
            return; // A thread reads it, or hands it over.
        }
        @Nullable Session inMemory = open.get(session.id());
        if (inMemory != null && !isLetGo(inMemory, 0)) {
            moving.remove(session.id(), mine);
            mine.complete(HANDED_OVER);
            return;
        }
        var unused = store.release(session.id()).whenComplete((isReleased, error) -> {
            if (error == null && isReleased) {
                open.release(quotas.of(session.owner()));
            }
            moving.remove(session.id(), mine);
            mine.complete(HANDED_OVER);
        });
    }

    @Override
    public void lost() {
        for (Session session : open.all()) {
            if (open.forget(session)) {
                open.leaveElsewhere(session);
            }
        }
        open.releaseAll();
    }

    /** Returns whether other servers may use the store at the same time. */
    boolean isShared() {
        return store.isShared();
    }

    /** Lets other servers ask for every session, because this server is stopping. */
    void drain() {
        store.drain();
    }

    /** Returns the number of a new session. */
    long nextNumber() {
        return store.nextNumber();
    }

    /**
     * Requires that this server still has {@code session}, which it has just put into memory. Otherwise the session
     * leaves the memory.
     *
     * @throws CallException if it does not
     */
    void requireHeld(Session session) {
        try {
            session.journal().orElseThrow().requireHeld();
        } catch (CallException e) {
            if (open.forget(session)) {
                open.leaveElsewhere(session);
            }
            throw e;
        }
    }

    /** Returns the kind of the store, as in "sqlite". */
    String kind() {
        return store.kind();
    }

    /**
     * Requires that there is room for another write.
     *
     * @throws CallException if too many writes wait
     */
    void requireRoom() {
        store.requireRoom();
    }

    /** Returns the journal of the session called {@code id}, which is about to be opened. */
    SessionJournal newJournal(String id) {
        return newJournal(id, 0, store.epoch());
    }

    private SessionJournal newJournal(String id, long sequence, long epoch) {
        return new SessionJournal(store, id, sequence, epoch, () -> dropFailed(id));
    }

    /** Returns sessions as {@link SessionStore#entries} does. */
    List<SessionEntry> entries(Optional<String> owner, long after, boolean isNewestFirst, int count) {
        return store.entries(owner, after, isNewestFirst, count);
    }

    /** Returns the executor for calls that read the store. */
    CallExecutor calls() {
        return calls.unordered();
    }

    /**
     * Returns the session that {@code request} opened in this or an earlier process, in its first state, if it is
     * stored.
     */
    public Optional<SessionStore.LoadedSession> findOpening(RequestKey request) {
        if (request.isNone()) {
            return Optional.empty();
        }
        Optional<SessionStore.LoadedSession> found = store.findOpening(request.idDigest());
        found.ifPresent(known -> request.requireSame(known.session().opening().content()));
        return found;
    }

    /**
     * Returns the session called {@code id}, which is in memory from now on; null if it is not stored, or has expired.
     * Of several threads that ask for the same session one reads it, and the others wait.
     *
     * @param unreachable the addresses of servers that the client cannot reach
     * @throws CallException if the store fails, another server has the session, or too little memory is free
     */
    @Nullable
    Session load(String id, Set<String> unreachable) {
        CompletableFuture<@Nullable Object> mine = new CompletableFuture<>();
        CompletableFuture<@Nullable Object> first = moving.putIfAbsent(id, mine);
        while (first != null) {
            @Nullable Object result = await(first);
            if (result != HANDED_OVER) {
                return (Session) result;
            }
            first = moving.putIfAbsent(id, mine);
        }
        try {
            @Nullable Session session = read(id, unreachable);
            mine.complete(session);
            return session;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            moving.remove(id, mine);
        }
    }

    private @Nullable Session read(String id, Set<String> unreachable) {
        Optional<SessionStore.LoadedSession> loaded = store.load(id, unreachable);
        if (loaded.isEmpty()) {
            open.noteEnd(id); // Another server may have closed it.
            return null;
        }
        StoredSession session = loaded.get().session();
        if (loaded.get().isTaken()) {
            open.restore(quotas.of(session.owner()), 1);
            if (!session.seats().isEmpty()) {
                seated(List.of(session));
            }
        }
        if (loaded.get().idle().compareTo(session.idleTimeout()) >= 0) {
            await(expire(session)); // So that the error of this call says why the session is gone.
            return null;
        }
        return restored(loaded.get());
    }

    /** Returns a session that was read from the store, and is open from now on. */
    private Session restored(SessionStore.LoadedSession loaded) {
        Session known = open.get(loaded.session().id());
        if (known != null) {
            return known; // It was opened before this thread looked into the store.
        }
        StoredSession stored = loaded.session();
        StoredState state = loaded.state();
        EnvironmentSpec spec = factory.shared(state.spec());
        PrincipalUsage usage = quotas.of(stored.owner());
        Session session = withRoom(
                usage,
                () -> factory.create(
                        stored.id(),
                        usage,
                        stored.number(),
                        state.preset(),
                        spec,
                        state.snapshot().actions().size(),
                        () -> new Environment(spec, state.snapshot()),
                        Optional.of(newJournal(stored.id(), state.sequence(), loaded.epoch())),
                        stored.idleTimeout(),
                        stored.origin(),
                        loaded.idle()));
        session.remember(loaded.requests());
        if (!stored.seats().isEmpty()) {
            session.journal().orElseThrow().noteSeats();
        }
        open.publish(session);
        new SessionLease(session, false).close();
        requireHeld(session);
        return session;
    }

    /** Returns what {@code opening} returns. If memory is short, idle sessions leave it to make room. */
    <T> T withRoom(PrincipalUsage usage, Supplier<T> opening) {
        while (true) {
            try {
                return opening.get();
            } catch (CallException e) {
                boolean isOwn = e.reason() == Reason.QUOTA_EXCEEDED;
                boolean isShort = isOwn || e.reason() == Reason.OUT_OF_MEMORY_BUDGET;
                if (!isShort || !isRoomMade(isOwn ? Optional.of(usage) : Optional.empty())) {
                    throw e;
                }
            }
        }
    }

    /**
     * Lets the sessions that have been idle for longest leave the memory, of {@code owner} or of all; returns whether
     * any did.
     */
    private boolean isRoomMade(Optional<PrincipalUsage> owner) {
        int evictedCount = 0;
        for (Session session : open.takeFirst(EVICTED_TOGETHER)) {
            boolean isChosen = owner.filter(usage -> usage != session.usage()).isEmpty();
            if (isChosen && isEvicted(session, 0)) {
                evictedCount++;
            } else {
                open.queueForExpiry(session);
            }
        }
        return evictedCount > 0;
    }

    /** Lets {@code session} leave the memory if it has been idle for long enough; returns whether it did. */
    boolean isEvicted(Session session) {
        return isEvicted(session, memoryNanos);
    }

    /**
     * Lets {@code session} leave the memory if it is stored and has been idle for {@code minIdleNanos}; returns whether
     * it did.
     */
    private boolean isEvicted(Session session, long minIdleNanos) {
        return session.isEvictable() && isLetGo(session, minIdleNanos);
    }

    /**
     * Lets {@code session} leave the memory if its changes are stored and it has been idle for {@code minIdleNanos};
     * returns whether it did.
     */
    private boolean isLetGo(Session session, long minIdleNanos) {
        Duration idle = session.idleTimer().idle();
        if (!session.isReleasable() || !session.idleTimer().evict(minIdleNanos)) {
            return false;
        }
        store.setIdle(session.id(), idle);
        open.forget(session);
        open.leave(session);
        return true;
    }

    /**
     * Removes a session from memory whose last change could not be stored. The next call on it loads it from the store.
     */
    private void dropFailed(String id) {
        Session failed = open.get(id);
        if (failed != null && open.forget(failed)) {
            if (failed.journal().orElseThrow().isOpeningStored()) {
                open.leaveElsewhere(failed);
            } else {
                open.noteEnd(id);
                open.release(failed.usage());
                open.endElsewhere(failed);
            }
        }
    }

    private static <T extends @Nullable Object> T await(CompletableFuture<T> future) {
        FairExecutor.awaitDone(future);
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof CallException known ? known : e;
        }
    }

    /** Removes the sessions that have expired while they were not in memory. */
    private void sweep() {
        try {
            for (SessionStore.OverdueSession overdue : store.overdue(SWEPT_TOGETHER)) {
                String id = overdue.session().id();
                if (!overdue.isOwned()) {
                    expireOrphan(id);
                } else if (!open.contains(id)) {
                    var unused = expire(overdue.session());
                }
            }
            if (store.isShared()) {
                forgetSeats();
            }
        } catch (RuntimeException e) {
            LOG.warn("Could not look for expired sessions in the store; trying again", e);
        }
    }

    /** Ends the tokens of seats at sessions that other servers have closed, as far as their turn has come. */
    private void forgetSeats() {
        List<String> ids = open.seatTokens().sessionIds();
        int first = seatsChecked < ids.size() ? seatsChecked : 0;
        List<String> checked = ids.subList(first, Math.min(ids.size(), first + SWEPT_TOGETHER)).stream()
                .filter(id -> !open.contains(id))
                .toList();
        seatsChecked = first + SWEPT_TOGETHER;
        Set<String> existing = store.existing(checked);
        checked.stream()
                .filter(id -> !existing.contains(id) && !open.contains(id))
                .forEach(open::noteEnd);
    }

    /** Takes a session that no server has, which finds that it has expired. */
    private void expireOrphan(String id) {
        try {
            var unused = load(id, Set.of());
        } catch (CallException e) {
            LOG.debug("Another server has taken an expired session", e);
        }
    }

    private CompletableFuture<Void> expire(StoredSession session) {
        return store.removeExpired(session.id()).thenAccept(isRemoved -> {
            if (isRemoved) {
                forget(session);
            }
        });
    }

    /** Counts a session that has left the store because it expired. */
    private void forget(StoredSession expired) {
        open.noteExpired(expired.id(), expired.owner().name());
        open.noteEnd(expired.id());
        open.release(quotas.of(expired.owner()));
        listener.sessionExpired();
    }

    /**
     * Stops the threads, stores how long the sessions in memory have been idle, and closes the store. Calls that run
     * finish.
     */
    @Override
    public void close() {
        sweeper.shutdownNow();
        calls.close();
        open.all()
                .forEach(session ->
                        store.setIdle(session.id(), session.idleTimer().idle()));
        store.close();
    }
}
