package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.base.InvalidValueException;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.Opponent;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallExecutor;
import dev.tengen.server.execution.CallPools;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
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
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The registry of open sessions, by id.
 *
 * <p>A session expires when it has been idle for its idle timeout: from the end of the last {@link SessionLease} on it.
 * Finding a session begins a lease, so it cannot expire between that and the call. Whether a session has expired is
 * decided by its {@link IdleTimer}, exactly, when it is found; the timer of the {@link ExpiryQueue} only frees the
 * memory of those that nobody looks for.
 *
 * <p>A session belongs to the principal that created it. For another principal that is no operator, it does not exist:
 * the error is that of an id that was never given out. Methods without a principal act for {@link Principal#LOCAL},
 * which sees every session.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private final SessionLimits limits;
    private final ActivityListener listener;
    private final Engines engines;
    private final MemoryBudget budget;
    private final Quotas quotas;
    private final SecureRandom random = new SecureRandom();
    private final OpenSessions open;
    private final SessionFactory factory;
    private final Optional<StoredSessions> stored;
    private final SessionExecutors executors;
    private final SessionDirectory directory;
    private final AtomicLong openedCount = new AtomicLong();

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
     * Creates an empty registry. {@code ticker} is its clock; {@code listener} receives its events; {@code pools}
     * execute the calls that compute for long; sessions reserve their memory from {@code budget}, within the
     * {@code quotas} of their owners.
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
        this.limits = limits;
        this.quotas = quotas;
        this.listener = listener;
        this.engines = engines;
        this.budget = budget;
        Optional<SessionStore.Contents> contents = store.map(SessionStore::contents);
        SeatTokens seatTokens =
                new SeatTokens(contents.map(SessionStore.Contents::seatKey).orElseGet(SeatKey::random));
        open = new OpenSessions(limits, ticker, engines.calls(), seatTokens, store.isPresent(), this::expireOverdue);
        factory = new SessionFactory(limits, ticker, listener, engines, pools, budget);
        stored = store.map(known -> new StoredSessions(known, open, factory, quotas, listener, limits.memoryTime()));
        executors = new SessionExecutors(
                engines, pools, stored.map(StoredSessions::calls).orElse(CallExecutor.CALLER));
        directory = new SessionDirectory(open, stored);
        contents.ifPresent(known -> stored.orElseThrow().takeOver(known));
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
     * Creates a session of {@link Principal#LOCAL}; see {@link #create(Principal, EnvironmentSpec, RulesPreset,
     * OptionalLong, Duration)}.
     */
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
        EnvironmentSpec shared = factory.shared(spec);
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
        open.openSeats(session, places);
    }

    /** Returns the token of a seat at the session called {@code id}. */
    public String seatToken(String id, Seat.Place place) {
        return open.seatTokens().token(id, place);
    }

    /** Returns what finds those who have a seat by their tokens. */
    public Authenticator seatAuthenticator() {
        return open.seatTokens();
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
        stored.ifPresent(StoredSessions::requireRoom);
        reserve(usage);
        try {
            String id = newId();
            long number = stored.map(StoredSessions::nextNumber).orElseGet(openedCount::incrementAndGet);
            Supplier<Session> made = () -> factory.create(
                    id,
                    usage,
                    number,
                    preset,
                    spec,
                    moveCount,
                    environment,
                    stored.map(known -> known.newJournal(id)),
                    opening.idleTimeout(),
                    opening.origin(),
                    Duration.ZERO);
            Supplier<Session> inRoom = stored.isPresent() ? () -> stored.get().withRoom(usage, made) : made;
            // An engine starts as a process.
            boolean isWaiting = Engines.isEngine(spec.opponent().map(Opponent::player));
            Session session = isWaiting ? FairExecutor.block(inRoom) : inRoom.get();
            publish(session, opening);
            listener.sessionOpened();
            return new SessionLease(session, true);
        } catch (RuntimeException | Error e) {
            open.release(usage);
            throw e;
        }
    }

    /** Makes {@code session} known, or closes it. */
    private void publish(Session session, SessionOpening opening) {
        try {
            session.storeOpening(opening.owner(), opening.request());
            open.publish(session);
            stored.ifPresent(known -> known.requireHeld(session));
        } catch (RuntimeException | Error e) {
            open.forget(session);
            open.leave(session);
            throw e;
        }
    }

    /** Returns whether a call on the session called {@code id} need not read the store. */
    public boolean isInMemory(String id) {
        return stored.isEmpty() || open.contains(id);
    }

    /** Returns what chooses the executors of calls on sessions. */
    public SessionExecutors executors() {
        return executors;
    }

    /** Returns the list of the open sessions. */
    public SessionDirectory directory() {
        return directory;
    }

    /** Returns the kind of the store, as in "sqlite"; empty if sessions are in memory alone. */
    public Optional<String> storeKind() {
        return stored.map(StoredSessions::kind);
    }

    /** Returns whether other servers may use the store at the same time. */
    public boolean isStoreShared() {
        return stored.filter(StoredSessions::isShared).isPresent();
    }

    /** Lets other servers take the sessions of this one, which is stopping. */
    public void drain() {
        stored.ifPresent(StoredSessions::drain);
    }

    /** Returns what the store keeps, if there is one. */
    public Optional<StoredSessions> stored() {
        return stored;
    }

    /** Returns the session called {@code id} from memory, or from the store; null if there is none. */
    private @Nullable Session find(String id, Set<String> unreachable) {
        Session session = open.get(id);
        return session != null || stored.isEmpty()
                ? session
                : FairExecutor.block(() -> Optional.ofNullable(stored.get().load(id, unreachable)))
                        .orElse(null);
    }

    /**
     * Requires that an episode may have {@code count} moves, before they are read.
     *
     * @throws CallException with {@link Reason#TOO_MANY_MOVES} otherwise
     */
    public void requireMoves(int count) {
        SessionMemory.requireMoves(count, limits.maxMoveCount());
    }

    /** Closes {@code session}, which its creator does not get to know, as if it had not been opened. */
    public void discard(Session session) {
        if (stored.isPresent() && stored.get().isShared()) {
            return; // Another server may have answered a retry with this session, which expires if nobody uses it.
        }
        if (open.remove(session)) {
            session.journal().ifPresent(SessionJournal::forget);
            open.end(session);
        }
    }

    /** Closes {@code session} without waiting for its calls in progress. Has no effect if it has ended. */
    public void end(Session session) {
        if (open.remove(session)) {
            session.journal().ifPresent(SessionJournal::remove);
            open.end(session);
        }
    }

    /** Returns a random seed. */
    public long newSeed() {
        return random.nextLong();
    }

    /** Takes one of the sessions of all, and one of those of its owner. */
    private void reserve(PrincipalUsage owner) {
        if (!open.tryReserve(owner)) {
            expireOverdue();
            open.reserve(owner);
        }
    }

    private String newId() {
        byte[] bytes = new byte[OpenSessions.ID_BYTES];
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

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. Its end restarts the idle
     * timeout.
     *
     * @throws CallException if there is none
     */
    public SessionLease lease(String id) {
        return lease(Principal.LOCAL, id);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. Its end restarts the idle
     * timeout.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public SessionLease lease(Principal principal, String id) {
        return lease(principal, id, true);
    }

    /**
     * Returns a lease on the open session called {@code id}, which the caller closes. It does not extend the idle
     * timeout.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public SessionLease leaseWithoutUse(Principal principal, String id) {
        return lease(principal, id, false);
    }

    private SessionLease lease(Principal principal, String named, boolean isUse) {
        return lease(principal, named, isUse, Set.of());
    }

    /**
     * Returns a lease on the open session called {@code named}, which the caller closes. It may read the store, and
     * take the session from another server.
     *
     * @param isUse whether its end restarts the idle timeout
     * @param unreachable the addresses of servers that the client cannot reach
     * @throws CallException if there is none that {@code principal} may use, or another server has it
     */
    public SessionLease lease(Principal principal, String named, boolean isUse, Set<String> unreachable) {
        String id = SessionAccess.requireId(principal, named);
        while (true) {
            Session session = find(id, unreachable);
            if (session == null) {
                throw missing(principal, id);
            }
            Optional<SessionLease> lease = begin(principal, session, isUse);
            if (lease.isPresent()) {
                return lease.get();
            }
        }
    }

    /**
     * Returns a lease as {@link #lease(Principal, String, boolean, Set)} does, without a read of the store; empty if
     * the store has to be read.
     *
     * @throws CallException if there is none that {@code principal} may use
     */
    public Optional<SessionLease> leaseInMemory(Principal principal, String named, boolean isUse) {
        String id = SessionAccess.requireId(principal, named);
        Session session = open.get(id);
        if (session == null && stored.isEmpty()) {
            throw missing(principal, id);
        }
        return session == null ? Optional.empty() : begin(principal, session, isUse);
    }

    /** Begins a lease on a session in memory; empty if the session is leaving the memory. */
    private Optional<SessionLease> begin(Principal principal, Session session, boolean isUse) {
        if (!SessionAccess.mayUse(principal, session)) {
            throw missing(principal, session.id());
        }
        if (session.idleTimer().begin()) {
            return Optional.of(new SessionLease(session, isUse && !SessionAccess.isSpectator(principal)));
        }
        if (!session.idleTimer().isEvicted()) {
            expireIfOverdue(session);
            throw SessionAccess.expired(session.id());
        }
        open.forget(session); // It is leaving the memory; the store has it.
        return Optional.empty();
    }

    private CallException missing(Principal principal, String id) {
        return open.hasExpired(id, principal.name()) ? SessionAccess.expired(id) : SessionAccess.notFound(id);
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
     * Closes the session called {@code id}.
     *
     * @throws CallException if there is none
     */
    public void close(String id) {
        try (SessionLease lease = lease(id)) {
            Session session = lease.session();
            if (!open.remove(session)) {
                throw SessionAccess.notFound(id);
            }
            session.journal().ifPresent(SessionJournal::remove);
            session.close();
        }
    }

    /** Ends the sessions that have expired, as far as their checks are due. */
    private void expireOverdue() {
        for (Session session : open.takeDue()) {
            if (session.idleTimer().isOverdue()) {
                expireIfOverdue(session);
            } else if (stored.isEmpty() || !stored.get().isEvicted(session)) {
                open.queueForExpiry(session);
            }
        }
    }

    private void expireIfOverdue(Session session) {
        // A session that was closed does not expire, even if its check was due.
        if (session.idleTimer().expire() && open.contains(session.id())) {
            open.noteExpired(session.id(), session.owner()); // First, so that its id is never unknown.
            open.remove(session);
            session.journal().ifPresent(SessionJournal::remove);
            listener.sessionExpired();
            open.end(session);
        }
    }

    /** Stores how long the sessions in memory have been idle, and closes the store, if there is one. */
    public void close() {
        stored.ifPresent(StoredSessions::close);
    }

    /** Ends the streams of all watchers; the sessions stay open. */
    public void endWatching() {
        open.all().forEach(Session::endWatching);
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
        return open.count();
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
}
