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
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryReservation;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.identity.Authenticator;
import dev.tengen.server.identity.Principal;
import dev.tengen.server.identity.Role;
import dev.tengen.server.identity.Seat;
import dev.tengen.server.identity.SeatKey;
import dev.tengen.server.identity.SeatTokens;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import dev.tengen.server.quota.Quotas;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The registry of open sessions, by id.
 *
 * <p>A session expires when it has been idle for its idle timeout: from the end of the last {@link SessionLease} on it. Finding
 * a session begins a lease, so it cannot expire between that and the call. Whether a session has expired is decided by its
 * {@link IdleTimer}, exactly, when it is found; the timer of the {@link ExpiryQueue} only frees the memory of those that
 * nobody looks for.
 *
 * <p>A session belongs to the principal that created it. For another principal that is no operator, it does not exist: the error is
 * that of an id that was never given out. Methods without a principal act for {@link Principal#LOCAL}, which sees every session.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private static final int ID_BYTES = 16;

    /** Up to this many moves are replayed on a thread of the transport; they take a few milliseconds. */
    private static final int MAX_INLINE_REPLAY_COUNT = 500;

    /** The sessions that make room together when memory is short. */
    private static final int EVICTED_TOGETHER = 64;

    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);
    private static final Duration EXPIRED_ID_RETENTION = Duration.ofHours(1);

    private final SessionLimits limits;
    private final Ticker ticker;
    private final ActivityListener listener;
    private final Engines engines;
    private final CallPools pools;
    private final MemoryBudget budget;
    private final Quotas quotas;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new ConcurrentHashMap<>();
    private final Optional<SessionStore> store;
    private final SeatTokens seatTokens;
    private final Optional<StoredSessions> storedSessions;
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

    /** Creates an empty registry in which principals have the default quotas. */
    public Sessions(
            SessionLimits limits,
            Ticker ticker,
            ActivityListener listener,
            Engines engines,
            CallPools pools,
            MemoryBudget budget) {
        this(limits, ticker, listener, engines, pools, budget, Quotas.defaults(budget.totalBytes(MemoryArea.HEAP)));
    }

    /**
     * Creates an empty registry. {@code ticker} is its clock; {@code listener} receives its events; {@code pools} execute the
     * calls that compute for long; sessions reserve their memory from {@code budget}, within the {@code quotas} of their owners.
     */
    public Sessions(
            SessionLimits limits,
            Ticker ticker,
            ActivityListener listener,
            Engines engines,
            CallPools pools,
            MemoryBudget budget,
            Quotas quotas) {
        this(limits, ticker, listener, engines, pools, budget, quotas, Optional.empty());
    }

    /** Creates a registry of sessions that {@code store} keeps, if there is one, with those that it has. */
    public Sessions(
            SessionLimits limits,
            Ticker ticker,
            ActivityListener listener,
            Engines engines,
            CallPools pools,
            MemoryBudget budget,
            Quotas quotas,
            Optional<SessionStore> store) {
        this.store = store;
        this.limits = limits;
        this.quotas = quotas;
        this.ticker = ticker;
        this.listener = listener;
        this.engines = engines;
        this.pools = pools;
        this.budget = budget;
        expiryQueue = new ExpiryQueue(ticker, this::expireOverdue);
        expiredIds = new ExpiredIds(2 * ID_BYTES, EXPIRED_ID_RETENTION, ticker);
        Optional<SessionStore.Contents> stored = store.map(SessionStore::contents);
        seatTokens = new SeatTokens(stored.map(SessionStore.Contents::seatKey).orElseGet(SeatKey::random));
        storedSessions = store.map(known -> new StoredSessions(known, this::isInMemory, this::forget));
        stored.ifPresent(this::takeOver);
    }

    /** Counts the sessions that were stored before this process started, and lets the tokens of their seats count. */
    private void takeOver(SessionStore.Contents stored) {
        openedCount.set(stored.lastNumber());
        stored.counts().forEach((owner, count) -> {
            openCount.addAndGet(Math.toIntExact(count));
            quotas.of(owner).restore(QuotaKind.SESSIONS, count);
        });
        stored.seated().forEach(session -> seatTokens.open(session.id(), session.number(), session.seats()));
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

    /** Creates a session of {@link Principal#LOCAL}; see {@link #create(Principal, EnvironmentSpec, RulesPreset, OptionalLong, Duration)}. */
    public SessionLease create(EnvironmentSpec spec, RulesPreset preset, OptionalLong seed, Duration idleTimeout) {
        return create(Principal.LOCAL, spec, preset, seed, idleTimeout);
    }

    /**
     * Creates a session.
     *
     * @param owner the principal it belongs to
     * @param spec the spec of its environment
     * @param preset the rule preset that {@code spec} was made from, which records and views name
     * @param seed the seed of the first episode; a random one if empty
     * @param idleTimeout its idle timeout, from {@link #idleTimeout}
     * @return a lease on the session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease create(
            Principal owner, EnvironmentSpec spec, RulesPreset preset, OptionalLong seed, Duration idleTimeout) {
        return create(new SessionOpening(owner, idleTimeout), spec, preset, seed);
    }

    /** Creates a session; see {@link #create(Principal, EnvironmentSpec, RulesPreset, OptionalLong, Duration)}. */
    public SessionLease create(SessionOpening opening, EnvironmentSpec spec, RulesPreset preset, OptionalLong seed) {
        EnvironmentSpec shared = specs.intern(spec);
        long first = seed.isPresent() ? seed.getAsLong() : newSeed();
        return open(opening, shared, 0, preset, () -> {
            Environment environment = new Environment(shared, first);
            if (environment.isOver()) {
                listener.episodeEnded(environment.endReason());
            }
            return environment;
        });
    }

    /**
     * Opens seats of a session, which has none yet. Their {@linkplain #seatToken tokens} end with it.
     *
     * @throws CallException if too little memory is free, or a seat is that of the opponent
     */
    public void openSeats(Session session, Set<Seat.Place> places) {
        if (session.spec().opponent().isPresent()
                && places.stream().anyMatch(place -> place.color().isPresent())) {
            throw CallException.invalid(
                    "with_player_seats",
                    true,
                    "false in a session with an opponent, which moves for one of the colors");
        }
        session.openSeats(places);
        seatTokens.open(session.id(), session.number(), places);
        if (!open.containsKey(session.id())) {
            seatTokens.close(session.id()); // It was closed before its seats were open.
        }
    }

    /** Returns the token of a seat at the session called {@code id}. */
    public String seatToken(String id, Seat.Place place) {
        return seatTokens.token(new Seat(id, place));
    }

    /** Returns what finds those who have a seat by their tokens. */
    public Authenticator seatAuthenticator() {
        return seatTokens;
    }

    /** Creates a session of {@link Principal#LOCAL}; see {@link #fork(SessionOpening, Session)}. */
    public SessionLease fork(Session source, Duration idleTimeout) {
        return fork(new SessionOpening(Principal.LOCAL, idleTimeout), source);
    }

    /**
     * Creates a session in the current state of {@code source}.
     *
     * @return a lease on the new session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease fork(SessionOpening opening, Session source) {
        Environment fork = source.read(Environment::fork);
        return open(opening, source.spec(), fork.game().moveNumber(), source.preset(), () -> fork);
    }

    /**
     * Opens a session on the environment that {@code environment} returns, as one restored from a snapshot.
     *
     * @param opening who opens it, and how
     * @param spec the spec of the environment
     * @param moveCount the moves that it will have, or one more
     * @return a lease on the session, which the caller closes
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public SessionLease open(
            SessionOpening opening,
            EnvironmentSpec spec,
            int moveCount,
            RulesPreset preset,
            Supplier<Environment> environment) {
        PrincipalUsage usage = quotas.of(opening.owner());
        store.ifPresent(SessionStore::requireRoom);
        reserve(usage);
        try {
            Session session = withRoom(
                    usage,
                    () -> newSession(
                            newId(),
                            usage,
                            openedCount.incrementAndGet(),
                            preset,
                            spec,
                            moveCount,
                            environment,
                            0,
                            opening.idleTimeout(),
                            Duration.ZERO));
            session.storeOpening(opening.owner(), opening.request());
            publish(session);
            listener.sessionOpened();
            return new SessionLease(session, true);
        } catch (RuntimeException | Error e) {
            release(usage);
            throw e;
        }
    }

    /** Returns a new session, on which the caller holds a lease, with memory that is reserved for it. */
    private Session newSession(
            String id,
            PrincipalUsage usage,
            long number,
            RulesPreset preset,
            EnvironmentSpec spec,
            int moveCount,
            Supplier<Environment> environment,
            long sequence,
            Duration idleTimeout,
            Duration idle) {
        SessionMemory reserved = SessionMemory.reserve(budget.limitedBy(usage), spec, moveCount, limits.maxMoveCount());
        try {
            Environment made = newEnvironment(reserved, spec, moveCount, environment);
            return new Session(
                    id,
                    usage,
                    number,
                    preset,
                    made,
                    listener,
                    reserved,
                    sequentialExecutor(made.spec()),
                    pools.longCalls().newSequential(),
                    store.map(known -> new SessionJournal(known, id, sequence, () -> dropFailed(id))),
                    idleTimeout,
                    idle,
                    ticker);
        } catch (RuntimeException | Error e) {
            reserved.close();
            throw e;
        }
    }

    private void publish(Session session) {
        open.put(session.id(), session);
        queueForExpiry(session);
    }

    /** Returns what {@code opening} returns. If memory is short, idle sessions that are stored make room for it. */
    private <T> T withRoom(PrincipalUsage usage, Supplier<T> opening) {
        while (true) {
            try {
                return opening.get();
            } catch (CallException e) {
                boolean isOwn = e.reason() == Reason.QUOTA_EXCEEDED;
                boolean isShort = isOwn || e.reason() == Reason.OUT_OF_MEMORY_BUDGET;
                if (store.isEmpty() || !isShort || !isRoomMade(isOwn ? Optional.of(usage) : Optional.empty())) {
                    throw e;
                }
            }
        }
    }

    /** Lets the sessions that have been idle for longest leave the memory, of {@code owner} or of all; returns whether any did. */
    private boolean isRoomMade(Optional<PrincipalUsage> owner) {
        int evictedCount = 0;
        for (Session session : expiryQueue.takeFirst(EVICTED_TOGETHER)) {
            boolean isChosen = owner.filter(usage -> usage != session.usage()).isEmpty();
            if (isChosen && isEvicted(session, 0)) {
                evictedCount++;
            } else {
                queueForExpiry(session);
            }
        }
        return evictedCount > 0;
    }

    /** Lets {@code session} leave the memory if it is stored and has been idle for {@code minIdleNanos}; returns whether it did. */
    private boolean isEvicted(Session session, long minIdleNanos) {
        Duration idle = session.idleTimer().idle();
        if (!session.isEvictable() || !session.idleTimer().evict(minIdleNanos)) {
            return false;
        }
        store.orElseThrow().setIdle(session.id(), idle);
        open.remove(session.id(), session);
        expiryQueue.remove(session);
        end(session);
        return true;
    }

    /** Removes a session from memory whose last change could not be stored. The next call on it loads it from the store. */
    private void dropFailed(String id) {
        Session failed = open.remove(id);
        if (failed != null) {
            expiryQueue.remove(failed);
            if (!failed.journal().orElseThrow().isOpeningStored()) {
                seatTokens.close(id);
                release(failed.usage());
            }
            engines.calls().executeAlways(failed::close); // It may have to wait for a call that runs.
        }
    }

    /** Returns whether {@code principal} can use the session called {@code named} without a read of the store. */
    public boolean isInMemory(Principal principal, String named) {
        return store.isEmpty() || isInMemory(idOf(principal, named));
    }

    private boolean isInMemory(String id) {
        return open.containsKey(id);
    }

    private static String idOf(Principal principal, String named) {
        return named.isEmpty() ? principal.seat().map(Seat::sessionId).orElse("") : named;
    }

    /** Returns the executor for calls that read the store. */
    public CallExecutor storeCalls() {
        return storedSessions.map(StoredSessions::calls).orElse(CallExecutor.CALLER);
    }

    /** Returns the kind of the store, as in "sqlite"; empty if sessions are in memory alone. */
    public Optional<String> storeKind() {
        return store.map(SessionStore::kind);
    }

    /** Returns what the store keeps, if there is one. */
    public Optional<StoredSessions> stored() {
        return storedSessions;
    }

    /** Returns the session called {@code id} from memory, or from the store; null if there is none. */
    private @Nullable Session find(String id) {
        Session session = open.get(id);
        return session != null || storedSessions.isEmpty()
                ? session
                : storedSessions.get().load(id, this::restored);
    }

    /** Returns a session that was read from the store, and is open from now on. */
    private Session restored(SessionStore.LoadedSession loaded) {
        Session known = open.get(loaded.session().id());
        if (known != null) {
            return known; // It was opened before this thread looked into the store.
        }
        StoredSession stored = loaded.session();
        StoredState state = loaded.state();
        EnvironmentSpec spec = specs.intern(state.spec());
        PrincipalUsage usage = quotas.of(stored.owner());
        Session session = withRoom(
                usage,
                () -> newSession(
                        stored.id(),
                        usage,
                        stored.number(),
                        state.preset(),
                        spec,
                        state.snapshot().actions().size(),
                        () -> new Environment(spec, state.snapshot()),
                        state.sequence(),
                        stored.idleTimeout(),
                        loaded.idle()));
        session.remember(loaded.requests());
        if (!stored.seats().isEmpty()) {
            session.journal().orElseThrow().noteSeats();
        }
        publish(session);
        new SessionLease(session, false).close();
        return session;
    }

    /** Counts a session that has left the store because it expired. */
    private void forget(StoredSession expired) {
        expiredIds.add(expiredId(expired.id(), expired.owner().name()));
        seatTokens.close(expired.id());
        release(quotas.of(expired.owner()));
        listener.sessionExpired();
    }

    /** Returns the environment of a session, with its opponent. */
    private static Environment newEnvironment(
            SessionMemory reserved, EnvironmentSpec spec, int moveCount, Supplier<Environment> environment) {
        try (MemoryReservation search = reserved.reserveSearch(spec.opponent().map(Opponent::player), moveCount)) {
            assert search.bytes() >= 0 : "the opponent may use it for its first move";
            Environment made = environment.get();
            try {
                reserved.growForProposals(made.proposalBytes());
                made.createOpponent();
                return made;
            } catch (RuntimeException | Error e) {
                made.close();
                throw e;
            }
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
            session.journal().ifPresent(SessionJournal::remove);
            end(session);
        }
    }

    /** Returns a random seed. */
    public long newSeed() {
        return random.nextLong();
    }

    /** Takes one of the sessions of all, and one of those of its owner. */
    private void reserve(PrincipalUsage owner) {
        if (!owner.tryReserve(QuotaKind.SESSIONS, 1)) {
            expireOverdue();
            owner.reserve(QuotaKind.SESSIONS, 1);
        }
        if (!isReserved()) {
            expireOverdue();
            if (!isReserved()) {
                owner.release(QuotaKind.SESSIONS, 1);
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
        // The store may have more sessions than the limit, which can be lower than that of an earlier process.
        return openCount.getAndUpdate(count -> count < max ? count + 1 : count) < max;
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
        return lease(Principal.LOCAL, id);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. Its end restarts the idle timeout.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public SessionLease lease(Principal principal, String id) {
        return lease(principal, id, true);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. It does not extend the idle timeout.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public SessionLease leaseWithoutUse(Principal principal, String id) {
        return lease(principal, id, false);
    }

    private SessionLease lease(Principal principal, String named, boolean isUse) {
        String id = idOf(principal, named);
        if (id.isEmpty()) {
            throw CallException.invalid("session_id", "\"\"", "the id of a session");
        }
        while (true) {
            Session session = find(id);
            if (session == null || !isVisible(session, principal)) {
                throw expiredIds.contains(expiredId(id, principal.name())) ? expired(id) : notFound(id);
            }
            if (session.idleTimer().begin()) {
                return new SessionLease(session, isUse && !isSpectator(principal));
            }
            if (!session.idleTimer().isEvicted()) {
                expireIfOverdue(session);
                throw expired(id);
            }
            open.remove(id, session); // It is leaving the memory; the store has it.
        }
    }

    /** Returns whether {@code principal} only reads, so that it cannot keep a session from expiring. */
    private static boolean isSpectator(Principal principal) {
        return principal
                .seat()
                .filter(seat -> seat.place() == Seat.Place.SPECTATOR)
                .isPresent();
    }

    /** Returns whether {@code principal} may use {@code session}. */
    private static boolean isVisible(Session session, Principal principal) {
        return principal
                .seat()
                .map(seat -> seat.sessionId().equals(session.id()))
                .orElseGet(() ->
                        principal.role() == Role.OPERATOR || session.owner().equals(principal.name()));
    }

    /**
     * Returns what is kept of {@code id}, a session of {@code owner} that has expired. Only its owner gets to know that the session
     * has existed, so what is kept of it depends on the owner. The sessions of {@link Principal#LOCAL} keep their ids.
     */
    private static String expiredId(String id, String owner) {
        if (owner.equals(Principal.LOCAL.name()) || id.length() != 2 * ID_BYTES) {
            return id;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(id.getBytes(StandardCharsets.UTF_8));
            byte[] bytes = digest.digest(owner.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(bytes, 0, ID_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /**
     * Calls {@code call} with the open session called {@code id} and returns the result. The session does not expire.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public <T> T call(Principal principal, String id, Function<Session, T> call) {
        try (SessionLease lease = lease(principal, id)) {
            return call.apply(lease.session());
        }
    }

    /**
     * Returns at most {@code count} open sessions that {@code principal} may use and that were opened after session {@code number},
     * oldest first.
     */
    public List<SessionEntry> openedAfter(Principal principal, long number, int count) {
        return store.isPresent()
                ? store.get().entries(ownerSeenBy(principal), number, false, count)
                : entries(principal, Comparator.naturalOrder(), number, count);
    }

    /** Returns the {@code count} open sessions that were opened last, newest first. */
    public List<SessionEntry> newest(int count) {
        return newest(Principal.LOCAL, count);
    }

    /** Returns the {@code count} open sessions that {@code principal} may use and that were opened last, newest first. */
    public List<SessionEntry> newest(Principal principal, int count) {
        return store.isPresent()
                ? store.get().entries(ownerSeenBy(principal), 0, true, count)
                : entries(principal, Comparator.reverseOrder(), 0, count);
    }

    /** Returns the owner of the sessions that {@code principal} may list; empty for all. */
    private static Optional<String> ownerSeenBy(Principal principal) {
        return principal.role() == Role.OPERATOR ? Optional.empty() : Optional.of(principal.name());
    }

    private List<SessionEntry> entries(Principal principal, Comparator<Long> order, long after, int count) {
        return open.values().stream()
                .filter(session -> isVisible(session, principal))
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
            session.journal().ifPresent(SessionJournal::remove);
            session.close();
        }
    }

    /** Removes an open session. Returns whether it was open: of several callers, one gets true. */
    private boolean remove(Session session) {
        if (!open.remove(session.id(), session)) {
            return false;
        }
        seatTokens.close(session.id());
        expiryQueue.remove(session);
        release(session.usage());
        return true;
    }

    private void release(PrincipalUsage owner) {
        openCount.decrementAndGet();
        owner.release(QuotaKind.SESSIONS, 1);
    }

    /** Queues {@code session} for a later check, unless it is no longer open. */
    private void queueForExpiry(Session session) {
        expiryQueue.add(session, store.isPresent() ? limits.memoryTime().toNanos() : Long.MAX_VALUE);
        if (!open.containsKey(session.id())) {
            expiryQueue.remove(session); // It was removed before it was queued.
        }
    }

    /** Ends the sessions that have expired, as far as their checks are due. */
    private void expireOverdue() {
        for (Session session : expiryQueue.takeDue()) {
            if (session.idleTimer().isOverdue()) {
                expireIfOverdue(session);
            } else if (store.isEmpty()
                    || !isEvicted(session, limits.memoryTime().toNanos())) {
                queueForExpiry(session);
            }
        }
    }

    private void expireIfOverdue(Session session) {
        // A session that was closed does not expire, even if its check was due.
        if (session.idleTimer().expire() && open.containsKey(session.id())) {
            expiredIds.add(expiredId(session.id(), session.owner())); // First, so that its id is never unknown.
            remove(session);
            session.journal().ifPresent(SessionJournal::remove);
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

    /** Stores how long the sessions in memory have been idle, and closes the store, if there is one. */
    public void close() {
        storedSessions.ifPresent(StoredSessions::close);
        store.ifPresent(known -> {
            open.values()
                    .forEach(session ->
                            known.setIdle(session.id(), session.idleTimer().idle()));
            known.close();
        });
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

    /** Returns the count of open sessions that {@code principal} may use. */
    public int openCount(Principal principal) {
        if (principal.seat().isPresent()) {
            return 1; // A token of a seat counts while its session is open.
        }
        return principal.role() == Role.OPERATOR
                ? openCount()
                : (int) quotas.of(principal).used(QuotaKind.SESSIONS);
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
