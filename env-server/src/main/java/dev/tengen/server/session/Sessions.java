package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Interner;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.BlockingPolicy;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.execution.RowExecutor;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The registry of open sessions, by id.
 *
 * <p>A session expires when it has been idle for its idle timeout: from the end of the last {@link SessionLease} on it. Finding
 * a session begins a lease, so it cannot expire between that and the call. Whether a session has expired is decided by its
 * {@link IdleTimer}, exactly, when it is found; the timer of the {@link ExpiryQueue} only frees the memory of those that
 * nobody looks for.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private static final int ID_BYTES = 16;

    /** Up to this many moves are replayed on a thread of the transport; they take a few milliseconds. */
    private static final int MAX_INLINE_REPLAY_COUNT = 500;

    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration EXPIRED_ID_RETENTION = Duration.ofHours(1);

    private final SessionLimits limits;
    private final Ticker ticker;
    private final ActivityListener listener;
    private final Engines engines;
    private final CallPools pools;
    private final MemoryBudget budget;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new ConcurrentHashMap<>();
    private final ExpiryQueue expiryQueue;
    private final ExpiredIds expiredIds;
    private final AtomicInteger openCount = new AtomicInteger();
    private final AtomicLong openedCount = new AtomicLong();

    // Most sessions of a server have the same spec; they share one instance.
    private final Interner<EnvironmentSpec> specs = Interner.newWeakInterner();

    /** Creates an empty registry for sessions without engines and with unlimited memory. */
    public Sessions(SessionLimits limits, Ticker ticker, ActivityListener listener) {
        this(
                limits,
                ticker,
                listener,
                new Engines(EngineLimits.NONE),
                new CallPools(new RowExecutor()),
                MemoryBudget.unlimited());
    }

    /**
     * Creates an empty registry. {@code ticker} is its clock; {@code listener} receives its events; {@code pools} execute the
     * calls that compute for long; sessions reserve their memory from {@code budget}.
     */
    public Sessions(
            SessionLimits limits,
            Ticker ticker,
            ActivityListener listener,
            Engines engines,
            CallPools pools,
            MemoryBudget budget) {
        this.limits = limits;
        this.ticker = ticker;
        this.listener = listener;
        this.engines = engines;
        this.pools = pools;
        this.budget = budget;
        expiryQueue = new ExpiryQueue(ticker, this::expireOverdue);
        expiredIds = new ExpiredIds(2 * ID_BYTES, EXPIRED_ID_RETENTION, ticker);
    }

    /**
     * Returns the idle timeout for a client that asks for {@code millis}, an unsigned number; 0 means the maximum.
     *
     * @throws InvalidValueException if it exceeds the maximum
     */
    public Duration idleTimeout(long millis) {
        long max = limits.idleTimeout().toMillis();
        if (millis < 0 || millis > max) {
            throw InvalidValueException.outside("idle_timeout_ms", Long.toUnsignedString(millis), 0, max);
        }
        return millis == 0 ? limits.idleTimeout() : Duration.ofMillis(millis);
    }

    /**
     * Creates a session.
     *
     * @param spec the spec of its environment
     * @param preset the rule preset that {@code spec} was made from, which records and views name
     * @param seed the seed of the first episode; a random one if empty
     * @param idleTimeout its idle timeout, from {@link #idleTimeout}
     * @return a lease on the session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease create(EnvironmentSpec spec, RulesPreset preset, OptionalLong seed, Duration idleTimeout) {
        EnvironmentSpec shared = specs.intern(spec);
        long first = seed.isPresent() ? seed.getAsLong() : newSeed();
        return open(shared, 0, preset, idleTimeout, () -> {
            Environment environment = new Environment(shared, first);
            if (environment.isOver()) {
                listener.episodeEnded(environment.endReason());
            }
            return environment;
        });
    }

    /**
     * Creates a session in the current state of {@code source}.
     *
     * @return a lease on the new session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease fork(Session source, Duration idleTimeout) {
        Environment fork = source.read(Environment::fork);
        return open(source.spec(), fork.game().moveNumber(), source.preset(), idleTimeout, () -> fork);
    }

    /**
     * Opens a session on the environment that {@code environment} returns, as one restored from a snapshot.
     *
     * @param spec the spec of the environment
     * @param moveCount the moves that it will have, or one more
     * @return a lease on the session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease open(
            EnvironmentSpec spec,
            int moveCount,
            RulesPreset preset,
            Duration idleTimeout,
            Supplier<Environment> environment) {
        reserve();
        Optional<SessionMemory> memory = Optional.empty();
        try {
            SessionMemory reserved = SessionMemory.reserve(budget, spec, moveCount, limits.maxMoveCount());
            memory = Optional.of(reserved);
            Environment made;
            try (MemoryReservation search =
                    reserved.reserveSearch(spec.opponent().map(Opponent::player), moveCount)) {
                assert search.bytes() >= 0 : "the opponent may use it for its first move";
                made = environment.get();
                try {
                    reserved.growForProposals(made.proposalBytes());
                    made.createOpponent();
                } catch (RuntimeException | Error e) {
                    made.close();
                    throw e;
                }
            }
            Session session = new Session(
                    newId(),
                    openedCount.incrementAndGet(),
                    preset,
                    made,
                    listener,
                    reserved,
                    sequentialExecutor(made.spec()),
                    pools.longCalls().newSequential(),
                    idleTimeout,
                    ticker);
            open.put(session.id(), session);
            queueForExpiry(session);
            listener.sessionOpened();
            return new SessionLease(session, true);
        } catch (RuntimeException | Error e) {
            memory.ifPresent(SessionMemory::close);
            openCount.decrementAndGet();
            throw e;
        }
    }

    /**
     * Requires that an episode may have {@code count} moves, before they are read.
     *
     * @throws CallException with {@link Reason#TOO_MANY_MOVES} otherwise
     */
    public void requireMoves(int count) {
        SessionMemory.requireMoves(count, limits.maxMoveCount());
    }

    /** Returns the executor for calls on a session with {@code spec}, if they may block. */
    private Optional<CallExecutor> sequentialExecutor(EnvironmentSpec spec) {
        if (!BlockingPolicy.mayBlock(spec)) {
            return Optional.empty();
        }
        return Optional.of(
                Engines.isEngine(spec.opponent().map(Opponent::player))
                        ? engines.calls().newSequential()
                        : pools.players().newSequential());
    }

    /** Closes {@code session}, which its creator does not get to know. */
    public void discard(Session session) {
        if (remove(session)) {
            end(session);
        }
    }

    /** Returns a random seed. */
    public long newSeed() {
        return random.nextLong();
    }

    private void reserve() {
        if (!isReserved()) {
            expireOverdue();
            if (!isReserved()) {
                throw CallException.retryAfter(
                        Reason.TOO_MANY_SESSIONS,
                        FULL_RETRY_DELAY,
                        limits.maxSessionCount() + " sessions are open, the maximum; close some");
            }
        }
    }

    /** Counts one more session if the limit allows it, and returns whether it did. */
    private boolean isReserved() {
        int max = limits.maxSessionCount();
        return openCount.getAndUpdate(count -> Math.min(count + 1, max)) < max;
    }

    private String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** Returns the engines that may be opponents, as players. */
    public List<PlayerFactory> engines() {
        return engines.factories();
    }

    /**
     * Returns the player called {@code name}, built in or an engine of this server, as an opponent.
     *
     * @throws CallException if there is none
     */
    public PlayerFactory opponent(String name) {
        return Engines.opponent(name, engines.factories());
    }

    /** Returns the player called {@code name}, built in or an engine of this server, if there is one. */
    private Optional<PlayerFactory> player(String name) {
        return Players.named(name).<PlayerFactory>map(player -> player).or(() -> engines.player(name));
    }

    /**
     * Returns the executor for a call that creates a session.
     *
     * @param opponent the name of its opponent, empty for none
     * @param hasTask whether it has a task
     * @param isLong whether the call replays many moves
     */
    public CallExecutor executorFor(String opponent, boolean hasTask, boolean isLong) {
        Optional<PlayerFactory> player = player(opponent);
        if (BlockingPolicy.mayBlock(player, hasTask)) {
            return slowExecutor(player);
        }
        return isLong ? pools.longCalls().unordered() : CallExecutor.CALLER;
    }

    private CallExecutor slowExecutor(Optional<PlayerFactory> player) {
        return Engines.isEngine(player)
                ? engines.calls().unordered()
                : pools.players().unordered();
    }

    /** Returns the executor for a call that asks the player called {@code player} for an action in {@code session}. */
    public CallExecutor executorFor(Session session, String player) {
        Optional<PlayerFactory> chosen = player(player);
        return BlockingPolicy.mayBlock(chosen, false) ? slowExecutor(chosen) : session.executor();
    }

    /** Returns the executor for a call that forks {@code session}. */
    public CallExecutor executorForFork(Session session) {
        Optional<PlayerFactory> opponent = session.spec().opponent().map(Opponent::player);
        if (Engines.isEngine(opponent)) {
            return engines.calls().unordered(); // The session serves other calls while the engine starts.
        }
        boolean isLong = !session.mayBlock() && session.moveCount() > MAX_INLINE_REPLAY_COUNT;
        return isLong ? pools.longCalls().unordered() : session.executor();
    }

    /** Returns the executor for a call that closes {@code session}. It has room, even where others wait. */
    public CallExecutor executorForClose(Session session) {
        return session.executor() == CallExecutor.CALLER
                ? CallExecutor.CALLER
                : (call, work) -> engines.calls().executeAlways(work);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. Its end restarts the idle timeout.
     *
     * @throws CallException if there is none
     */
    public SessionLease lease(String id) {
        return lease(id, true);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. It does not extend the idle timeout.
     *
     * @throws CallException if there is none
     */
    public SessionLease leaseWithoutUse(String id) {
        return lease(id, false);
    }

    private SessionLease lease(String id, boolean isUse) {
        if (id.isEmpty()) {
            throw CallException.invalid("session_id", "\"\"", "the id of a session");
        }
        Session session = open.get(id);
        if (session == null) {
            throw expiredIds.contains(id) ? expired(id) : notFound(id);
        }
        if (!session.idleTimer().begin()) {
            expireIfOverdue(session);
            throw expired(id);
        }
        return new SessionLease(session, isUse);
    }

    /** Calls {@code call} with the open session called {@code id} and returns the result. The session does not expire. */
    public <T> T call(String id, Function<Session, T> call) {
        try (SessionLease lease = lease(id)) {
            return call.apply(lease.session());
        }
    }

    /** Returns at most {@code count} open sessions that were opened after session {@code number}, oldest first. */
    public List<SessionEntry> openedAfter(long number, int count) {
        return entries(Comparator.naturalOrder(), number, count);
    }

    /** Returns the {@code count} open sessions that were opened last, newest first. */
    public List<SessionEntry> newest(int count) {
        return entries(Comparator.reverseOrder(), 0, count);
    }

    private List<SessionEntry> entries(Comparator<Long> order, long after, int count) {
        return open.values().stream()
                .filter(session ->
                        session.number() > after && !session.idleTimer().isOverdue())
                .sorted(Comparator.comparing(Session::number, order))
                .limit(count)
                .map(Session::entry)
                .toList();
    }

    /**
     * Closes the session called {@code id}.
     *
     * @throws CallException if there is none
     */
    public void close(String id) {
        try (SessionLease lease = lease(id)) {
            Session session = lease.session();
            if (!remove(session)) {
                throw notFound(id);
            }
            session.close();
        }
    }

    /** Removes an open session. Returns whether it was open: of several callers, one gets true. */
    private boolean remove(Session session) {
        if (!open.remove(session.id(), session)) {
            return false;
        }
        expiryQueue.remove(session);
        openCount.decrementAndGet();
        return true;
    }

    /** Queues {@code session} for a later check, unless it is no longer open. */
    private void queueForExpiry(Session session) {
        expiryQueue.add(session);
        if (!open.containsKey(session.id())) {
            expiryQueue.remove(session); // It was removed before it was queued.
        }
    }

    /** Ends the sessions that have expired, as far as their checks are due. */
    private void expireOverdue() {
        for (Session session : expiryQueue.takeDue()) {
            if (session.idleTimer().isOverdue()) {
                expireIfOverdue(session);
            } else {
                queueForExpiry(session);
            }
        }
    }

    private void expireIfOverdue(Session session) {
        // A session that was closed does not expire, even if its check was due.
        if (session.idleTimer().expire() && open.containsKey(session.id())) {
            expiredIds.add(session.id()); // First, so that its id is never unknown.
            remove(session);
            listener.sessionExpired();
            end(session);
        }
    }

    /** Closes a session that has expired, which notifies its watchers. */
    private void end(Session session) {
        if (session.mayBlock()) {
            engines.calls().executeAlways(session::close); // It may have to wait for the opponent.
        } else {
            session.close();
        }
    }

    /** Ends the streams of all watchers; the sessions stay open. */
    public void endWatching() {
        open.values().forEach(Session::endWatching);
    }

    /** Returns an estimate of the memory of a session with {@code spec} after {@code moveCount} moves, in bytes. */
    public static long memoryBytes(EnvironmentSpec spec, int moveCount) {
        return SessionMemory.bytes(spec, moveCount);
    }

    /** Returns the budget from which sessions reserve their memory. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns the count of open sessions. */
    public int openCount() {
        return openCount.get();
    }

    static CallException notFound(String id) {
        return missing(
                Reason.SESSION_NOT_FOUND, id, "is not open: it was never created, was closed, or expired long ago");
    }

    private static CallException expired(String id) {
        return missing(Reason.SESSION_EXPIRED, id, "has expired: it was idle for its idle timeout");
    }

    private static CallException missing(Reason reason, String id, String why) {
        String shown = CallException.shown(id);
        return CallException.of(reason, "session \"" + shown + "\" " + why)
                .with("field", "session_id")
                .with("value", shown);
    }
}
