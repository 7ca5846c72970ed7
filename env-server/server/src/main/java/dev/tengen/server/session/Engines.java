package dev.tengen.server.session;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import dev.tengen.base.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import dev.tengen.player.Player;
import dev.tengen.player.PlayerException;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.BlockingCallExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registry of the engines that may be opponents, or players of the arena. The server is started with the list,
 * because no client may name a command. It limits the count of their processes and ends them all when it is closed.
 *
 * <p>Thread-safe.
 */
public final class Engines implements AutoCloseable {
    /** The prefix of the names of engines as players. */
    public static final String NAME_PREFIX = "gtp:";

    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
    private static final int SPARE_THREADS = 2;
    private static final int CALLS_PER_THREAD = 64;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final EngineLimits limits;
    private final Semaphore processes;
    private final Set<OpponentEngine> opponents = ConcurrentHashMap.newKeySet();
    private final List<EngineKind> kinds;
    private final Set<Runnable> releaseListeners = new CopyOnWriteArraySet<>();
    private final BlockingCallExecutor calls;
    private volatile boolean isClosing;

    /** Creates a registry of the engines of {@code limits}. No process is started. */
    public Engines(EngineLimits limits) {
        this.limits = limits;
        processes = new Semaphore(limits.maxCount());
        kinds = limits.engines().stream().map(EngineKind::new).toList();
        calls = calls(limits.maxCount());
    }

    /**
     * Returns an executor with a thread for each engine process, and a few for starting engines and for closing
     * sessions.
     */
    static BlockingCallExecutor calls(int maxEngineCount) {
        int threadCount = maxEngineCount + SPARE_THREADS;
        return new BlockingCallExecutor(
                "blocking-calls",
                threadCount,
                CALLS_PER_THREAD * threadCount,
                Reason.TOO_MANY_ENGINES,
                "wait for engines");
    }

    /** Returns the engines as players, by name. */
    public List<PlayerFactory> factories() {
        return List.copyOf(kinds);
    }

    /** Returns the engine whose name as a player is {@code playerName}, as in "gtp:gnugo", if it is registered. */
    public Optional<EngineSpec> spec(String playerName) {
        return kind(playerName).map(kind -> kind.spec);
    }

    /** Returns the player called {@code playerName}, if the engine is registered. */
    Optional<PlayerFactory> player(String playerName) {
        return kind(playerName).map(kind -> kind);
    }

    /**
     * Returns the player called {@code name}, built in or one of {@code engines}, as an opponent.
     *
     * @throws CallException if there is none
     */
    public static PlayerFactory opponent(String name, List<? extends PlayerFactory> engines) {
        return Players.named(name)
                .<PlayerFactory>map(player -> player)
                .or(() -> Names.<PlayerFactory>find(engines, PlayerFactory::playerName, name))
                .orElseThrow(() -> {
                    List<String> choices = new ArrayList<>(Players.choices());
                    engines.forEach(engine -> choices.add(engine.playerName()));
                    return CallException.invalid(
                            Reason.UNKNOWN_PLAYER, InvalidValueException.notOneOf("opponent.player", name, choices));
                });
    }

    /** Returns whether {@code player} is an engine, for which a call waits without using a processor. */
    static boolean isEngine(Optional<PlayerFactory> player) {
        return player.filter(EngineKind.class::isInstance).isPresent();
    }

    private Optional<EngineKind> kind(String playerName) {
        return Names.find(kinds, EngineKind::playerName, playerName);
    }

    /** Returns whether another process of the engine {@code playerName} may run. */
    public boolean isFree(String playerName) {
        return processes.availablePermits() > 0
                && kind(playerName)
                        .filter(kind -> kind.processes.availablePermits() > 0)
                        .isPresent();
    }

    /**
     * Reserves a process of the engine {@code playerName}, which the caller runs; returns whether the limits allow it.
     */
    public boolean reserve(String playerName) {
        Optional<EngineKind> kind = kind(playerName);
        if (kind.isEmpty() || !kind.get().processes.tryAcquire()) {
            return false;
        }
        if (!processes.tryAcquire()) {
            kind.get().processes.release();
            return false;
        }
        return true;
    }

    /** Releases a process that {@link #reserve} reserved. */
    public void release(String playerName) {
        kind(playerName).ifPresent(kind -> release(kind.processes));
    }

    private void release(Semaphore ofKind) {
        processes.release();
        ofKind.release();
        releaseListeners.forEach(Runnable::run);
    }

    /** Runs {@code listener} whenever a process is released. Returns what removes the listener. */
    public Runnable onFree(Runnable listener) {
        releaseListeners.add(listener);
        return () -> releaseListeners.remove(listener);
    }

    /** Returns the executor of calls that may wait for an engine. */
    BlockingCallExecutor calls() {
        return calls;
    }

    /** Returns the count of engines that are opponents of open sessions. */
    public int opponentCount() {
        return opponents.size();
    }

    /** Ends every engine. Calls that wait for one fail. */
    @Override
    public void close() {
        isClosing = true;
        opponents.forEach(OpponentEngine::close);
        calls.close();
    }

    /** Returns whether this JVM is shutting down, which ends every engine: they have not failed then. */
    private static boolean isJvmShuttingDown() {
        Thread never = new Thread(() -> {});
        try {
            Runtime.getRuntime().addShutdownHook(never);
            Runtime.getRuntime().removeShutdownHook(never);
            return false;
        } catch (IllegalStateException e) {
            LOG.debug("The JVM is shutting down", e);
            return true;
        }
    }

    /** A registered engine, with the count of its processes that may still be started. */
    private final class EngineKind implements PlayerFactory {
        private final EngineSpec spec;
        private final Semaphore processes = new Semaphore(limits.maxCountEach());

        EngineKind(EngineSpec spec) {
            this.spec = spec;
        }

        @Override
        public String playerName() {
            return NAME_PREFIX + spec.name();
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
        public long keptBytes() {
            return GtpPlayer.BUFFER_BYTES;
        }

        /** Starts a process. Throws {@link CallException} if the limits do not allow it or the engine fails. */
        @Override
        public Player create(Setup setup, Rules rules) {
            acquire(processes, playerName(), limits.maxCountEach(), "--max-engines-each");
            try {
                acquire(Engines.this.processes, "engines", limits.maxCount(), "--max-engines");
            } catch (CallException e) {
                processes.release();
                throw e;
            }
            try {
                return new OpponentEngine(new GtpPlayer(spec, setup, rules), processes);
            } catch (EngineException e) {
                release(processes);
                throw CallException.of(Reason.ENGINE_FAILED, String.valueOf(e.getMessage()));
            } catch (InvalidValueException e) {
                release(processes);
                throw CallException.of(Reason.INVALID_VALUE, String.valueOf(e.getMessage()))
                        .with("field", "opponent.player")
                        .with("value", playerName())
                        .with("allowed", "a player for a board of " + setup.grid());
            } catch (RuntimeException | Error e) {
                release(processes);
                throw e;
            }
        }

        private static void acquire(Semaphore free, String what, int max, String option) {
            if (!free.tryAcquire()) {
                throw CallException.retryAfter(
                        Reason.TOO_MANY_ENGINES,
                        FULL_RETRY_DELAY,
                        "all " + max + " processes of " + what
                                + " are in use, by tournaments or sessions; try again later,"
                                + " close a session that uses one, choose another opponent, or raise " + option);
            }
        }
    }

    /** An engine that is an opponent. It occupies a process until it is closed, also while the process is restarted. */
    private final class OpponentEngine implements Player {
        private final GtpPlayer player;
        private final Semaphore ofKind;
        private final AtomicBoolean isClosed = new AtomicBoolean();

        OpponentEngine(GtpPlayer player, Semaphore ofKind) {
            this.player = player;
            this.ofKind = ofKind;
            opponents.add(this);
        }

        @Override
        public int chooseMove(Game game, SplitMix64 random) {
            try {
                return player.chooseMove(game, random);
            } catch (PlayerException e) {
                if (isClosing || isJvmShuttingDown()) {
                    throw CallException.shuttingDown();
                }
                if (Thread.currentThread().isInterrupted()) {
                    throw cancelled(e); // The engine has not failed: the call was cancelled, which ended it.
                }
                throw e;
            }
        }

        private static CancellationException cancelled(PlayerException cause) {
            CancellationException cancellation = new CancellationException("the call was cancelled");
            cancellation.initCause(cause);
            return cancellation;
        }

        @Override
        public boolean canUndo() {
            return player.canUndo();
        }

        @Override
        public void close() {
            if (isClosed.compareAndSet(false, true)) {
                player.close();
                opponents.remove(this);
                release(ofKind);
            }
        }
    }
}
