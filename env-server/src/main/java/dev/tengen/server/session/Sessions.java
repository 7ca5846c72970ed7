package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Interner;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.tengen.env.Environment;
import dev.tengen.env.EnvironmentSnapshot;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.RulesPreset;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.BlockingPolicy;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The registry of open sessions, by id.
 *
 * <p>Thread-safe, and no call waits for a call on another session.
 */
public final class Sessions {
    private static final int ID_BYTES = 16;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final SessionLimits limits;
    private final ActivityListener listener;
    private final Engines engines;
    private final SecureRandom random = new SecureRandom();
    private final Cache<String, Session> open;
    private final AtomicInteger openCount = new AtomicInteger();
    private final AtomicLong openedCount = new AtomicLong();

    // Most sessions of a server have the same spec; they share one instance.
    private final Interner<EnvironmentSpec> specs = Interner.newWeakInterner();

    /** Creates an empty registry for sessions without engines. */
    public Sessions(SessionLimits limits, Ticker ticker, ActivityListener listener) {
        this(limits, ticker, listener, new Engines(EngineLimits.NONE));
    }

    /** Creates an empty registry. {@code ticker} is its clock; {@code listener} receives its events. */
    public Sessions(SessionLimits limits, Ticker ticker, ActivityListener listener, Engines engines) {
        this.limits = limits;
        this.listener = listener;
        this.engines = engines;
        // Variable expiry uses a timer wheel. Under load, Caffeine's access order is only approximate: an expired
        // session could stand behind one that was used later, and would be noticed late.
        this.open = Caffeine.newBuilder()
                .expireAfter(Expiry.<String, Session>accessing((id, session) -> limits.idleTimeout()))
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .evictionListener((id, session, cause) -> expire())
                .removalListener((id, session, cause) -> end(session))
                .build();
    }

    /**
     * Creates a session.
     *
     * @param spec the spec of its environment
     * @param preset the rule preset that {@code spec} was made from, which records and views name
     * @param seed the seed of the first episode; a random one if empty
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public Session create(EnvironmentSpec spec, RulesPreset preset, OptionalLong seed) {
        EnvironmentSpec shared = specs.intern(spec);
        long first = seed.isPresent() ? seed.getAsLong() : newSeed();
        return open(preset, () -> {
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
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public Session fork(Session source) {
        EnvironmentSnapshot snapshot = source.read(Environment::snapshot);
        return open(source.preset(), () -> new Environment(source.spec(), snapshot));
    }

    /**
     * Opens a session on the environment that {@code environment} returns, as one restored from a snapshot.
     *
     * @throws CallException if there are too many sessions, or the opponent cannot be started
     */
    public Session open(RulesPreset preset, Supplier<Environment> environment) {
        reserve();
        try {
            Environment made = environment.get();
            made.createOpponent();
            Session session = new Session(
                    newId(),
                    openedCount.incrementAndGet(),
                    preset,
                    made,
                    listener,
                    BlockingPolicy.mayBlock(made.spec())
                            ? Optional.of(engines.calls().newSequential())
                            : Optional.empty());
            open.put(session.id(), session);
            listener.sessionOpened();
            return session;
        } catch (RuntimeException | Error e) {
            openCount.decrementAndGet();
            throw e;
        }
    }

    /** Returns a random seed. */
    public long newSeed() {
        return random.nextLong();
    }

    private void reserve() {
        if (!isReserved()) {
            open.cleanUp();
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

    /** Returns the executor for a call that creates a session with the opponent called {@code opponent}, or none. */
    public Executor executorFor(String opponent, boolean hasTask) {
        return BlockingPolicy.mayBlock(player(opponent), hasTask)
                ? engines.calls().unordered()
                : Runnable::run;
    }

    /** Returns the executor for a call that asks the player called {@code player} for an action in {@code session}. */
    public Executor executorFor(Session session, String player) {
        return BlockingPolicy.mayBlock(player(player), false) ? engines.calls().unordered() : session.executor();
    }

    /** Returns the executor for a call that forks {@code session}. */
    public Executor executorForFork(Session session) {
        return session.mayBlock() ? engines.calls().unordered() : Runnable::run;
    }

    /**
     * Returns the open session called {@code id}. Finding it restarts its idle timeout.
     *
     * @throws CallException if there is none
     */
    public Session find(String id) {
        if (id.isEmpty()) {
            throw CallException.invalid("session_id", "\"\"", "the id of a session");
        }
        Session session = open.getIfPresent(id);
        if (session == null) {
            throw notFound(id);
        }
        return session;
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
        return open.asMap().values().stream()
                .filter(session -> session.number() > after)
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
        find(id);
        Session session = open.asMap().remove(id);
        if (session == null) {
            throw notFound(id);
        }
        openCount.decrementAndGet();
        session.close();
    }

    private void expire() {
        openCount.decrementAndGet();
        listener.sessionExpired();
    }

    /** Closes a session that has expired, which notifies its watchers. */
    private void end(@Nullable Session session) {
        if (session == null) {
            return;
        }
        if (session.mayBlock()) {
            engines.calls().executeAlways(session::close); // It may have to wait for the opponent.
        } else {
            session.close();
        }
    }

    /** Ends the streams of all watchers; the sessions stay open. */
    public void endWatching() {
        open.asMap().values().forEach(Session::endWatching);
    }

    /** Returns the count of open sessions. */
    public int openCount() {
        return openCount.get();
    }

    static CallException notFound(String id) {
        String shown = CallException.shown(id);
        return CallException.of(
                        Reason.SESSION_NOT_FOUND,
                        "session \"" + shown + "\" is not open: it was never created, was closed, or has expired")
                .with("field", "session_id")
                .with("value", shown);
    }
}
