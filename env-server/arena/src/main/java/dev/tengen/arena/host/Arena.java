package dev.tengen.arena.host;

import com.google.common.collect.HashMultimap;
import com.google.common.collect.Multimaps;
import com.google.common.collect.SetMultimap;
import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.rating.RatingCourse;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameFilter;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameWithResult;
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
import dev.tengen.server.session.Engines;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The arena of a process: its store, the running tournaments, their games, and the agents that play in them.
 *
 * <p>Methods that read or change tournaments call the store: they may block, and throw {@link CallException} with {@link
 * Reason#STORE_FAILED} if it fails. Thread-safe.
 */
public final class Arena implements AutoCloseable {
    private static final int CANCEL_WAIT_SECONDS = 30;
    private static final int STOP_WAIT_SECONDS = 10;

    /** How often the watchers of a tournament that another process plays look at it. */
    private static final long POLL_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final Logger LOG = LoggerFactory.getLogger(Arena.class);

    private final ArenaSettings settings;
    private final ArenaListener listener;
    private final SystemTimeSource time = new SystemTimeSource();
    private final LiveGameRegistry games = new LiveGameRegistry();
    private final CasualGames casualGames = new CasualGames(games, time);
    private final AgentRegistry agents;
    private final ServerEntrantFactory entrants;
    private final ArenaStore store;
    private final ResultCache<Standings> standings;
    private final ResultCache<RatingCourse> ratingCourses;
    private final TournamentViewFactory views;
    private final Map<String, RunningTournament> running = new ConcurrentHashMap<>();

    /** The names of the tournaments that this server could not continue. */
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    /** The names of the tournaments that were open when they were last read, and not played by this server. */
    private final Set<String> openElsewhere = ConcurrentHashMap.newKeySet();

    private final SetMultimap<String, Runnable> watchers = Multimaps.synchronizedSetMultimap(HashMultimap.create());

    /** Other servers and workers may play the tournaments of this store, too. */
    private final String workerName = "server " + UUID.randomUUID();

    private final Optional<Ladder> ladder;
    private boolean isStopped;

    private Arena(ArenaSettings settings, ArenaStore store, Engines engines, ArenaListener listener) {
        this.settings = settings;
        this.store = store;
        this.listener = listener;
        agents = new AgentRegistry(settings.agents(), time, listener::answered);
        entrants = new ServerEntrantFactory(engines, agents);
        standings = new ResultCache<>(store::results, Standings::of);
        ratingCourses = new ResultCache<>(store::resultsInTime, RatingCourse::of);
        views = new TournamentViewFactory(store, games, agents, workerName, failed::contains);
        ladder = settings.ladder().map(wanted -> new Ladder(wanted, store, agents, entrants, time));
        agents.onFree(() -> List.copyOf(watchers.values()).forEach(Runnable::run));
        schedulePoll();
    }

    /**
     * Opens the arena and its store. Starts no tournaments, see {@link #resumeAll}.
     *
     * @param engines the engines that may play
     * @param listener listens to the events that metrics count
     * @throws InvalidValueException if the URL is not valid
     * @throws dev.tengen.store.StoreException if the store cannot be read and written
     */
    public static Arena open(ArenaSettings settings, Engines engines, ArenaListener listener) {
        ArenaStore store = ArenaStore.open(settings.url());
        try {
            return new Arena(settings, store, engines, listener);
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    /** Returns the settings. */
    public ArenaSettings settings() {
        return settings;
    }

    /** Returns the agents. */
    public AgentRegistry agents() {
        return agents;
    }

    /** Returns the names of agents in the store. */
    public AgentNames storedAgentNames() {
        return new StoredAgentNames(store);
    }

    /** Returns the games in progress. */
    public LiveGameRegistry games() {
        return games;
    }

    /** Returns the games outside of tournaments. */
    public CasualGames casualGames() {
        return casualGames;
    }

    /** Returns the store. Callers may read it and must not change it. */
    public ArenaStore store() {
        return store;
    }

    /** Returns the kind of the database that keeps the results: "sqlite" or "postgresql". */
    public String storageKind() {
        return store.kind();
    }

    /** Returns the time of the clocks. */
    public TimeSource time() {
        return time;
    }

    /** Returns the ladder; empty if there is none. */
    public Optional<Ladder> ladder() {
        return ladder;
    }

    /**
     * Returns the table of the ladder.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} if there is no ladder
     */
    public LadderTable ladderTable() {
        Ladder present = ladder.orElseThrow(Ladder::missing);
        return present.table(games.count(present.settings().name()));
    }

    /** Starts the ladder, and resumes all tournaments that have neither ended nor been cancelled. */
    public void resumeAll() {
        ladder.ifPresent(this::start);
        for (TournamentStatus status : StoreCalls.call(store::list)) {
            if (status.state() == TournamentState.OPEN
                    && !running.containsKey(status.tournament().name())) {
                resume(status);
            }
        }
    }

    private synchronized void start(Ladder present) {
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
            var unused = run(TournamentViewFactory.settings(status));
            LOG.info("Resuming tournament {}", name);
        } catch (RuntimeException e) {
            FatalErrors.check(e);
            failed.add(name);
            LOG.error("Tournament {} cannot be resumed", name, e);
        }
    }

    /**
     * Creates and starts a tournament. If the same tournament exists, this does nothing, except that it retries one that failed.
     *
     * @param creator the use of the principal that creates it, which has one tournament more until it ends
     * @throws CallException with {@link Reason#TOURNAMENT_EXISTS} if another tournament has the name, {@link
     *     Reason#UNKNOWN_PLAYER}, {@link Reason#TOO_MANY_TOURNAMENTS} or {@link Reason#QUOTA_EXCEEDED}
     */
    public synchronized TournamentView create(TournamentSettings wanted, PrincipalUsage creator) {
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
        return tournament(wanted.name());
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
            store.create(wanted.stored(Instant.now()));
            return store.tournament(wanted.name());
        });
    }

    private boolean isOpenOrNew(String name) {
        try {
            return status(name).state() == TournamentState.OPEN;
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
        int endedCount = views.endedCount(wanted.name());
        RunningTournament tournament =
                new RunningTournament(wanted, runner, endedCount, games, listener, () -> notifyWatchers(wanted.name()));
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
    public TournamentView cancel(String name) {
        RunningTournament present = running.get(name);
        if (present != null && !present.phase().isOver()) {
            present.cancel();
            await(present);
        }
        TournamentView view = StoreCalls.call(Reason.TOURNAMENT_OVER, () -> {
            store.cancel(name); // Does nothing if it was just cancelled.
            return tournament(name);
        });
        notifyWatchers(name);
        return view;
    }

    private void notifyWatchers(String name) {
        List.copyOf(watchers.get(name)).forEach(Runnable::run);
    }

    private void schedulePoll() {
        var unused = time.schedule(time.nanoTime() + POLL_NANOS, this::poll);
    }

    /** Notifies the watchers of tournaments that other processes play, which change without an event here. */
    private void poll() {
        openElsewhere.retainAll(Set.copyOf(watchers.keySet()));
        openElsewhere.forEach(this::notifyWatchers);
        try {
            schedulePoll();
        } catch (RejectedExecutionException e) {
            LOG.debug("The arena has closed", e);
        }
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
     * Returns at most {@code count} tournaments, oldest first, after the {@code from} oldest. Leaves out tournaments whose settings
     * cannot be read.
     */
    public List<TournamentView> tournaments(int from, int count) {
        // Before the store: a tournament leaves the map only when its end is stored.
        Map<String, RunningTournament> present = Map.copyOf(running);
        return StoreCalls.call(store::list).stream()
                .skip(from)
                .limit(count)
                .flatMap(status ->
                        views.readable(status, present.get(status.tournament().name())).stream())
                .toList();
    }

    /**
     * Returns a tournament.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public TournamentView tournament(String name) {
        // Before the store: a tournament leaves the map only when its end is stored.
        @Nullable RunningTournament present = running.get(name);
        TournamentView view = views.of(status(name), present);
        if (view.isOpenElsewhere()) {
            openElsewhere.add(name);
        } else {
            openElsewhere.remove(name);
        }
        return view;
    }

    private TournamentStatus status(String name) {
        return StoreCalls.call(() -> store.tournament(name));
    }

    /**
     * Returns the standings; empty if no game counts yet.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public Optional<Standings> standings(String name) {
        return standings.get(TournamentViewFactory.settings(status(name)));
    }

    /**
     * Returns the ratings in the course of a tournament; empty if no game counts yet.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public Optional<RatingCourse> ratingCourse(String name) {
        return ratingCourses.get(TournamentViewFactory.settings(status(name)));
    }

    /**
     * Returns the number of games of a tournament that are planned so far.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public int gameCount(String name) {
        status(name);
        return StoreCalls.call(() -> store.gameCount(name));
    }

    /**
     * Returns at most {@code count} games of a tournament, from number {@code from}.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> games(String name, int from, int count) {
        status(name);
        // Before the store: a game leaves the registry only when its result is stored.
        Map<GameId, LiveGame> live = games.of(name);
        return entries(live, StoreCalls.call(() -> store.games(name, from, count)));
    }

    /**
     * Returns the number of games of a tournament that {@code filter} selects.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public int gameCount(String name, GameFilter filter) {
        status(name);
        return StoreCalls.call(() -> store.gameCount(name, filter));
    }

    /**
     * Returns at most {@code count} games of a tournament that {@code filter} selects, after the first {@code from}. The games that
     * were started last come first.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> latestGames(String name, GameFilter filter, int from, int count) {
        status(name);
        // Before the store: a game leaves the registry only when its result is stored.
        Map<GameId, LiveGame> live = games.of(name);
        return entries(live, StoreCalls.call(() -> store.latestGames(name, filter, from, count)));
    }

    /**
     * Returns at most {@code count} games of a tournament, newest first.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND}
     */
    public List<TournamentGame> latestGames(String name, int count) {
        return latestGames(name, GameFilter.ALL, 0, count);
    }

    private static List<TournamentGame> entries(Map<GameId, LiveGame> live, List<GameWithResult> found) {
        return found.stream()
                .map(game ->
                        entry(game, Optional.ofNullable(live.get(game.game().id()))))
                .toList();
    }

    private static TournamentGame entry(GameWithResult found, Optional<LiveGame> live) {
        return new TournamentGame(found.game(), found.result().isPresent() ? Optional.empty() : live, found.result());
    }

    /**
     * Returns the game {@code id}.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} or {@link Reason#ARENA_GAME_NOT_FOUND}
     */
    public TournamentGame game(String id) {
        GameId known = gameId(id);
        status(known.tournament());
        Optional<LiveGame> live = games.find(known);
        return StoreCalls.call(() -> store.game(known))
                .map(found -> entry(found, live))
                .orElseThrow(() -> noGame(id));
    }

    private static GameId gameId(String id) {
        try {
            return GameId.parse(id);
        } catch (InvalidValueException e) {
            throw noGame(id);
        }
    }

    private static CallException noGame(String id) {
        return CallException.of(Reason.ARENA_GAME_NOT_FOUND, "there is no game \"" + CallException.shown(id) + '"');
    }

    /**
     * Runs {@code listener}, which must be short, when the tournament {@code name} may have changed. Returns an action that
     * removes it.
     */
    public Runnable watch(String name, Runnable listener) {
        watchers.put(name, listener);
        return () -> watchers.remove(name, listener);
    }

    /** Stops all tournaments, so that they can resume when the arena is opened again, and waits until they have stopped. */
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

    /** Stops all tournaments, and closes the store. */
    @Override
    public void close() {
        stop();
        ladder.ifPresent(Ladder::close);
        entrants.close();
        time.close();
        store.close();
    }
}
