package dev.tengen.server.session;

import dev.tengen.board.InvalidValueException;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.PlayerFactory;
import dev.tengen.server.convert.SpecConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The engines that may be opponents, or players of the arena: a list that the server was started with, since no client may name a command. Counts
 * their processes, and ends them all in the end.
 *
 * <p>Thread-safe.
 */
public final class Engines implements AutoCloseable {
    private static final int SPARE_THREADS = 2;
    private static final int CALLS_PER_THREAD = 64;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final EngineLimits limits;
    private final Semaphore places;
    private final Set<Seated> seated = ConcurrentHashMap.newKeySet();
    private final List<Maker> makers;
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private final SlowCalls calls;
    private volatile boolean isClosing;

    /** Allows the engines of {@code limits}; none is started yet. */
    public Engines(EngineLimits limits) {
        this.limits = limits;
        places = new Semaphore(limits.maxCount());
        makers = limits.engines().stream().map(Maker::new).toList();
        calls = calls(limits.maxCount());
    }

    /** Returns where calls run: a thread for each engine that may run, and a few for engines that start and other slow players. */
    static SlowCalls calls(int maxEngineCount) {
        int threadCount = maxEngineCount + SPARE_THREADS;
        return new SlowCalls(
                "slow-calls",
                threadCount,
                CALLS_PER_THREAD * threadCount,
                Reason.TOO_MANY_ENGINES,
                "wait for slow players");
    }

    /** Returns the engines as kinds of players. */
    public List<PlayerFactory> makers() {
        return List.copyOf(makers);
    }

    /** Returns the engine that players are called {@code playerName} of, as in "gtp:gnugo", if it is on the list. */
    public Optional<EngineSpec> spec(String playerName) {
        return maker(playerName).map(maker -> maker.spec);
    }

    private Optional<Maker> maker(String playerName) {
        return makers.stream()
                .filter(maker -> maker.playerName().equals(playerName))
                .findFirst();
    }

    /** Returns whether another process of the engine {@code playerName} may run. */
    public boolean isFree(String playerName) {
        return places.availablePermits() > 0
                && maker(playerName)
                        .filter(maker -> maker.itsPlaces.availablePermits() > 0)
                        .isPresent();
    }

    /** Keeps a place for a process of the engine {@code playerName}, which the caller runs; returns whether there was one. */
    public boolean reserve(String playerName) {
        Optional<Maker> maker = maker(playerName);
        if (maker.isEmpty() || !maker.get().itsPlaces.tryAcquire()) {
            return false;
        }
        if (!places.tryAcquire()) {
            maker.get().itsPlaces.release();
            return false;
        }
        return true;
    }

    /** Gives a place back that {@link #reserve} kept. */
    public void release(String playerName) {
        maker(playerName).ifPresent(maker -> release(maker.itsPlaces));
    }

    /** Runs {@code listener} whenever a place has become free; returns what ends that. */
    public Runnable onFree(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** Returns where calls run that may wait for an engine or another slow player. */
    SlowCalls calls() {
        return calls;
    }

    /** Returns the count of engines that are opponents now. */
    public int seatedCount() {
        return seated.size();
    }

    /** Ends every engine, and with it the call that waits for it. */
    @Override
    public void close() {
        isClosing = true;
        seated.forEach(Seated::close);
        calls.close();
    }

    /** An engine as a kind of player; its name begins with "gtp:". */
    private final class Maker implements PlayerFactory {
        private final EngineSpec spec;
        private final Semaphore itsPlaces = new Semaphore(limits.maxCountEach());

        Maker(EngineSpec spec) {
            this.spec = spec;
        }

        @Override
        public String playerName() {
            return SpecConverter.ENGINE_PREFIX + spec.name();
        }

        @Override
        public String summary() {
            return "An engine that speaks GTP, for sessions and the arena only: "
                    + spec.deadStones().summary() + ".";
        }

        @Override
        public boolean isSlow() {
            return true;
        }

        @Override
        public Player create(Setup setup, Rules rules) {
            reserve(itsPlaces, playerName(), limits.maxCountEach());
            try {
                reserve(places, "engines", limits.maxCount());
            } catch (CallException e) {
                itsPlaces.release();
                throw e;
            }
            try {
                return new Seated(new GtpPlayer(spec, setup, rules), itsPlaces);
            } catch (EngineException e) {
                release(itsPlaces);
                throw CallException.of(Reason.ENGINE_FAILED, String.valueOf(e.getMessage()));
            } catch (InvalidValueException e) {
                release(itsPlaces);
                throw CallException.of(Reason.INVALID_VALUE, String.valueOf(e.getMessage()))
                        .with("field", "opponent.player")
                        .with("value", playerName())
                        .with("allowed", "a player for a board of " + setup.grid());
            } catch (RuntimeException | Error e) {
                release(itsPlaces);
                throw e;
            }
        }

        private static void reserve(Semaphore free, String what, int max) {
            if (!free.tryAcquire()) {
                throw CallException.retryAfter(
                        Reason.TOO_MANY_ENGINES,
                        FULL_RETRY_DELAY,
                        max + " processes of " + what + " run, as many as allowed; close sessions that have one");
            }
        }
    }

    private void release(Semaphore itsPlaces) {
        places.release();
        itsPlaces.release();
        listeners.forEach(Runnable::run);
    }

    /** Returns whether this virtual machine is about to end, which ends every engine: no failure of theirs. */
    private static boolean isMachineEnding() {
        Thread never = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(never);
            Runtime.getRuntime().removeShutdownHook(never);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /** An engine that holds a place until it is closed, also while its process is started again. */
    private final class Seated implements Player {
        private final GtpPlayer player;
        private final Semaphore itsPlaces;
        private final AtomicBoolean isClosed = new AtomicBoolean();

        Seated(GtpPlayer player, Semaphore itsPlaces) {
            this.player = player;
            this.itsPlaces = itsPlaces;
            seated.add(this);
        }

        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            try {
                return player.chooseMove(game, random);
            } catch (PlayerException e) {
                if (isClosing || isMachineEnding()) {
                    throw CallException.of(Reason.SHUTTING_DOWN, "the server is going down, and its engines with it");
                }
                throw e;
            }
        }

        @Override
        public void close() {
            if (isClosed.compareAndSet(false, true)) {
                player.close();
                seated.remove(this);
                release(itsPlaces);
            }
        }
    }
}
