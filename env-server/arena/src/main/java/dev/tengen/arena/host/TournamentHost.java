package dev.tengen.arena.host;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import dev.tengen.server.error.Reason;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates, resumes, cancels and stops the tournaments that this server plays. Methods call the store. Thread-safe. */
public final class TournamentHost {
    private static final int CANCEL_WAIT_SECONDS = 30;
    private static final int STOP_WAIT_SECONDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(TournamentHost.class);

    private final ArenaSettings settings;
    private final ArenaStore store;
    private final ServerEntrantFactory entrants;
    private final LiveGameRegistry games;
    private final TournamentWatchers watchers;
    private final ArenaListener listener;
    private final TimeSource time;
    private final Map<String, RunningTournament> running = new ConcurrentHashMap<>();

    /** The names of the tournaments that this server could not continue. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    /** Other servers and workers may play the tournaments of this store, too. */
    private final String workerName = "server " + UUID.randomUUID();

    private boolean isStopped;

    TournamentHost(
            ArenaSettings settings,
            ArenaStore store,
            ServerEntrantFactory entrants,
            LiveGameRegistry games,
            TournamentWatchers watchers,
            ArenaListener listener,
            TimeSource time) {
        this.settings = settings;
        this.store = store;
        this.entrants = entrants;
        this.games = games;
        this.watchers = watchers;
        this.listener = listener;
        this.time = time;
    }

    /** Returns the name under which this server plays tournaments of the store. */
    String workerName() {
        return workerName;
    }

    /** Returns the running tournaments by name. A tournament leaves them only when its end is stored. */
    Map<String, RunningTournament> running() {
        return Map.copyOf(running);
    }

    /** Returns whether this server could not continue the tournament {@code name}. */
    boolean isFailed(String name) {
        return failed.contains(name);
    }

    /** Resumes all tournaments that have neither ended nor been cancelled. */
    void resumeAll() {
        for (TournamentStatus status : StoreCalls.call(store.tournaments()::list)) {
            if (status.state() == TournamentState.OPEN
                    && !running.containsKey(status.tournament().name())) {
                resume(status);
            }
        }
    }

    /** Starts the ladder. */
    synchronized void start(Ladder present) {
        StoredTournamentRunner runner = runner(present.settings(), present.config());
        var end = run(present.settings(), runner);
        RunningTournament started = running.get(present.settings().name());
        // Until it is open, the table lacks the games of the store.
        var unused = started == null ? end.join() : started.opened().join();
        present.start(runner::add);
        LOG.info("Ladder {} is open", present.settings().name());
    }

    private void resume(TournamentStatus status) {
        String name = status.tournament().name();
        try {
            var unused = run(TournamentSettings.fromStore(status.tournament()));
            LOG.info("Resuming tournament {}", name);
        } catch (RuntimeException e) {
            FatalErrors.check(e);
            failed.add(name);
            LOG.error("Tournament {} cannot be resumed", name, e);
        }
    }

    /**
     * Creates and starts a tournament. If the same tournament exists, this does nothing, except that it retries one
     * that failed.
     *
     * @param creator the use of the principal that creates it, which has one tournament more until it ends
     * @throws CallException with {@link Reason#TOURNAMENT_EXISTS} if another tournament has the name,
     *     {@link Reason#UNKNOWN_PLAYER}, {@link Reason#TOO_MANY_TOURNAMENTS} or {@link Reason#QUOTA_EXCEEDED}
     */
    public synchronized void create(TournamentSettings wanted, PrincipalUsage creator) {
        if (wanted.name().equals(CasualGames.NAME)) {
            throw InvalidValueException.not(
                    "name", '"' + wanted.name() + '"', "another name: casual games have this one");
        }
        if (isStopped) {
            throw CallException.shuttingDown();
        }
        RunningTournament present = running.get(wanted.name());
        boolean isIdle = present == null || present.phase() == Phase.FAILED;
        if (isIdle && isOpenOrNew(wanted.name())) { // Otherwise it starts no games.
            requireCapacity(wanted);
            wanted.spec(entrants); // Checks that it can be played.
            begin(wanted, creator);
        } else {
            var unused = stored(wanted);
        }
    }

    /** Stores and starts a tournament, which counts as one of {@code creator} until it plays no more. */
    private void begin(TournamentSettings wanted, PrincipalUsage creator) {
        creator.reserve(QuotaKind.TOURNAMENTS, 1);
        CompletableFuture<Phase> end;
        try {
            boolean isOpen = stored(wanted).state() == TournamentState.OPEN;
            end = isOpen ? run(wanted) : CompletableFuture.completedFuture(Phase.ENDED); // Another server has ended it.
        } catch (RuntimeException | Error e) {
            creator.release(QuotaKind.TOURNAMENTS, 1);
            throw e;
        }
        var unused = end.thenRun(() -> creator.release(QuotaKind.TOURNAMENTS, 1));
    }

    private TournamentStatus stored(TournamentSettings wanted) {
        return StoreCalls.call(Reason.TOURNAMENT_EXISTS, () -> {
            store.tournaments().create(wanted.stored(Instant.now()));
            return store.tournaments().get(wanted.name());
        });
    }

    private boolean isOpenOrNew(String name) {
        try {
            return StoreCalls.call(() -> store.tournaments().get(name)).state() == TournamentState.OPEN;
        } catch (CallException e) {
            if (e.reason() == Reason.TOURNAMENT_NOT_FOUND) {
                return true;
            }
            throw e;
        }
    }

    private void requireCapacity(TournamentSettings wanted) {
        List<RunningTournament> others = running.values().stream()
                .filter(other ->
                        !other.phase().isOver() && !other.settings().name().equals(wanted.name()))
                .toList();
        int gameCount = wanted.concurrency()
                + others.stream()
                        .mapToInt(other -> other.settings().concurrency())
                        .sum();
        if (others.size() >= settings.maxTournamentCount()) {
            throw CallException.of(
                    Reason.TOO_MANY_TOURNAMENTS, others.size() + " tournaments are running, the maximum number");
        }
        if (gameCount > settings.maxGameCount()) {
            throw CallException.of(
                            Reason.TOO_MANY_TOURNAMENTS,
                            "all tournaments together would play " + gameCount + " games at once; "
                                    + settings.maxGameCount() + " are allowed")
                    .with("field", "concurrency")
                    .with("value", wanted.concurrency())
                    .with("allowed", "at most " + settings.maxGameCount() + " in all tournaments together");
        }
    }

    /** Starts a tournament, and returns a future that completes when it plays no more. */
    private synchronized CompletableFuture<Phase> run(TournamentSettings wanted) {
        return run(wanted, runner(wanted, wanted.spec(entrants)));
    }

    private StoredTournamentRunner runner(TournamentSettings wanted, TournamentConfig config) {
        List<String> players = config.entrants().stream().map(Entrant::name).toList();
        WorkerSettings worker =
                new WorkerSettings(workerName, WorkerSettings.DEFAULT_LEASE, players, wanted.concurrency());
        return new StoredTournamentRunner(store, wanted.name(), config, worker, time);
    }

    private CompletableFuture<Phase> run(TournamentSettings wanted, StoredTournamentRunner runner) {
        int endedCount = StoreCalls.call(() -> store.results().count(wanted.name()));
        RunningTournament tournament = new RunningTournament(
                wanted, runner, endedCount, games, listener, () -> watchers.changed(wanted.name()));
        running.put(wanted.name(), tournament);
        failed.remove(wanted.name());
        var unused = tournament.end().thenAccept(phase -> {
            if (phase == Phase.FAILED) { // First: readers look at the running tournaments before the failed ones.
                failed.add(wanted.name());
            }
            if (phase != Phase.RUNNING) { // The store has its end. A server that stops leaves it running.
                running.remove(wanted.name(), tournament);
            }
        });
        tournament.start();
        return tournament.end();
    }

    /**
     * Cancels a tournament, and returns when it has stopped. Does nothing if it was cancelled before.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} or {@link Reason#TOURNAMENT_OVER}
     */
    public void cancel(String name) {
        RunningTournament present = running.get(name);
        if (present != null && !present.phase().isOver()) {
            present.cancel();
            await(present);
        }
        var unused = StoreCalls.call(Reason.TOURNAMENT_OVER, () -> {
            store.tournaments().cancel(name); // Does nothing if it was just cancelled.
            return name;
        });
        watchers.changed(name);
    }

    private static void await(RunningTournament tournament) {
        try {
            tournament.end().get(CANCEL_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw CallException.of(Reason.STORE_FAILED, "the store does not respond; try again");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallException.shuttingDown();
        }
    }

    /**
     * Stops all tournaments, so that they can resume when the arena is opened again, and waits until they have stopped.
     */
    public void stop() {
        synchronized (this) {
            isStopped = true;
        }
        running.values().forEach(RunningTournament::stop);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_WAIT_SECONDS);
        for (RunningTournament tournament : running.values()) {
            try {
                tournament.end().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.warn(
                        "Tournament {} does not stop; its games in progress will be replayed",
                        tournament.settings().name(),
                        e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
