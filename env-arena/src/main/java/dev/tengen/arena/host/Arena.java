package dev.tengen.arena.host;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.host.TournamentView.Phase;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameId;
import dev.tengen.arena.store.GameWithResult;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.tournament.StoredTournamentRunner;
import dev.tengen.arena.tournament.TournamentConfig;
import dev.tengen.board.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.Engines;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The arena of a process: its store, the tournaments that run, their games, and the agents that play in them.
 *
 * <p>What asks the store may wait for it, and throws {@link CallException} with {@link Reason#STORE_FAILED} where it fails:
 * tournaments, their lists and standings. Thread-safe.
 */
public final class Arena implements AutoCloseable {
    private static final int CANCEL_WAIT_SECONDS = 30;
    private static final int STOP_WAIT_SECONDS = 10;
    private static final Logger LOG = LoggerFactory.getLogger(Arena.class);

    private final ArenaSettings settings;
    private final ArenaListener listener;
    private final SystemTimeSource time = new SystemTimeSource();
    private final LiveGameRegistry games = new LiveGameRegistry();
    private final CasualGames casualGames = new CasualGames(games, time);
    private final AgentRegistry agents;
    private final ServerEntrantFactory players;
    private final ArenaStore store;
    private final StandingsCache standings;
    private final TournamentViewFactory views;
    private final Map<String, RunningTournament> running = new ConcurrentHashMap<>();
    private final TournamentWatchers watchers = new TournamentWatchers();
    private boolean isStopped;

    private Arena(ArenaSettings settings, ArenaStore store, Engines engines, ArenaListener listener) {
        this.settings = settings;
        this.store = store;
        this.listener = listener;
        agents = new AgentRegistry(settings.agents(), time, listener::answered);
        players = new ServerEntrantFactory(engines, agents);
        standings = new StandingsCache(store);
        views = new TournamentViewFactory(store, games, agents);
        agents.onFree(watchers::tellAll);
    }

    /**
     * Opens the arena with its store. Nothing runs before {@link #resumeAll}.
     *
     * @param engines the engines that may play
     * @param listener hears of what is to be counted
     * @throws InvalidValueException if the URL is none
     * @throws dev.tengen.arena.store.StoreException if there is nothing that can be read and written
     */
    public static Arena open(ArenaSettings settings, Engines engines, ArenaListener listener) {
        return new Arena(settings, ArenaStore.open(settings.url()), engines, listener);
    }

    /** Returns the agents. */
    public AgentRegistry agents() {
        return agents;
    }

    /** Returns the games under way. */
    public LiveGameRegistry games() {
        return games;
    }

    /** Returns what begins games of no tournament. */
    public CasualGames casualGames() {
        return casualGames;
    }

    /** Returns who may play. */
    public ServerEntrantFactory players() {
        return players;
    }

    /** Returns where tournaments are kept: to be read, and changed by nobody else. */
    public ArenaStore store() {
        return store;
    }

    /** Returns what clocks go by. */
    public TimeSource time() {
        return time;
    }

    /** Goes on with all tournaments that were neither finished nor cancelled. */
    public void resumeAll() {
        for (TournamentStatus status : StoreCalls.ask(store::list)) {
            if (status.state() == TournamentState.OPEN) {
                resume(status);
            }
        }
    }

    private void resume(TournamentStatus status) {
        String name = status.tournament().name();
        try {
            run(TournamentViewFactory.settings(status));
            LOG.info("Going on with tournament {}", name);
        } catch (RuntimeException e) {
            LOG.error("Tournament {} cannot go on", name, e);
        }
    }

    /**
     * Creates a tournament and starts it. If the same is there already nothing happens, but that one which could not go on is
     * tried again.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_EXISTS} if another has the name, {@link Reason#UNKNOWN_PLAYER} or
     *     {@link Reason#TOO_MANY_TOURNAMENTS}
     */
    public synchronized TournamentView create(TournamentSettings wanted) {
        if (wanted.name().equals(CasualGames.NAME)) {
            throw InvalidValueException.not(
                    "name", '"' + wanted.name() + '"', "another, as games of no tournament have it");
        }
        if (isStopped) {
            throw CallException.shuttingDown();
        }
        RunningTournament present = running.get(wanted.name());
        boolean isIdle = present == null || present.phase() == Phase.FAILED;
        if (isIdle && isOpenOrNew(wanted.name())) { // Otherwise it needs no room.
            requireRoom(wanted);
            spec(wanted); // Throws where it cannot be played.
        }
        TournamentStatus status = StoreCalls.ask(Reason.TOURNAMENT_EXISTS, () -> {
            store.create(wanted.stored(Instant.now()));
            return store.tournament(wanted.name());
        });
        if (status.state() == TournamentState.OPEN && isIdle) {
            run(wanted);
        }
        return tournament(wanted.name());
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

    private void requireRoom(TournamentSettings wanted) {
        List<RunningTournament> others = running.values().stream()
                .filter(other ->
                        !other.phase().isOver() && !other.settings().name().equals(wanted.name()))
                .toList();
        int gameCount = wanted.concurrency()
                + others.stream()
                        .mapToInt(other -> other.settings().concurrency())
                        .sum();
        if (others.size() >= settings.maxTournamentCount()) {
            throw CallException.of(Reason.TOO_MANY_TOURNAMENTS, others.size() + " tournaments run, as many as allowed");
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

    private TournamentConfig spec(TournamentSettings wanted) {
        return wanted.spec(players);
    }

    private synchronized void run(TournamentSettings wanted) {
        StoredTournamentRunner kept = new StoredTournamentRunner(store, wanted.name(), spec(wanted), time);
        int endedCount = views.endedCount(wanted.name());
        RunningTournament tournament =
                new RunningTournament(wanted, kept, endedCount, games, listener, () -> watchers.tell(wanted.name()));
        running.put(wanted.name(), tournament);
        tournament.start();
    }

    /**
     * Cancels a tournament, and returns when it is. One that was cancelled before stays so.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} or {@link Reason#TOURNAMENT_OVER}
     */
    public TournamentView cancel(String name) {
        RunningTournament present = running.get(name);
        if (present != null && !present.phase().isOver()) {
            present.cancel();
            await(present);
        }
        TournamentView view = StoreCalls.ask(Reason.TOURNAMENT_OVER, () -> {
            store.cancel(name); // Nothing happens if it was just cancelled.
            return tournament(name);
        });
        watchers.tell(name);
        return view;
    }

    private static void await(RunningTournament tournament) {
        try {
            tournament.end().get(CANCEL_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw CallException.of(Reason.STORE_FAILED, "the store does not answer; ask again");
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallException.shuttingDown();
        }
    }

    /**
     * Returns at most {@code count} tournaments, the oldest first, without the {@code from} oldest of all. Those whose settings
     * nobody can read are left out.
     */
    public List<TournamentView> tournaments(int from, int count) {
        return StoreCalls.ask(store::list).stream()
                .skip(from)
                .limit(count)
                .flatMap(status ->
                        views.readable(status, running.get(status.tournament().name())).stream())
                .toList();
    }

    /** Returns a tournament. Throws {@link CallException} with {@link Reason#TOURNAMENT_NOT_FOUND}. */
    public TournamentView tournament(String name) {
        return views.of(status(name), running.get(name));
    }

    private TournamentStatus status(String name) {
        return StoreCalls.ask(() -> store.tournament(name));
    }

    /**
     * Returns ratings and the crosstable of the games that have ended; nothing where none of them counts. Throws {@link
     * CallException} with {@link Reason#TOURNAMENT_NOT_FOUND}.
     */
    public Optional<Standings> standings(String name) {
        return standings.of(TournamentViewFactory.settings(status(name)));
    }

    /** Returns how many games of a tournament are planned so far. Throws likewise. */
    public int gameCount(String name) {
        status(name);
        return StoreCalls.ask(() -> store.gameCount(name));
    }

    /** Returns at most {@code count} games of a tournament, from number {@code from} on. Throws likewise. */
    public List<TournamentGame> games(String name, int from, int count) {
        status(name);
        // Asked before the store: a game is taken from here only when its result is kept.
        Map<GameId, LiveGame> live = games.of(name);
        return StoreCalls.ask(() -> store.games(name, from, count)).stream()
                .map(kept ->
                        entry(kept, Optional.ofNullable(live.get(kept.game().id()))))
                .toList();
    }

    private static TournamentGame entry(GameWithResult kept, Optional<LiveGame> live) {
        return new TournamentGame(kept.game(), kept.result().isPresent() ? Optional.empty() : live, kept.result());
    }

    /**
     * Returns the game called {@code id}.
     *
     * @throws CallException with {@link Reason#TOURNAMENT_NOT_FOUND} or {@link Reason#ARENA_GAME_NOT_FOUND}
     */
    public TournamentGame game(String id) {
        GameId known = gameId(id);
        status(known.tournament());
        Optional<LiveGame> live = games.find(known);
        return StoreCalls.ask(() -> store.game(known))
                .map(kept -> entry(kept, live))
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
     * Runs {@code listener}, which takes little time, whenever the tournament called {@code name} may stand differently. Returns
     * what ends that.
     */
    public Runnable watch(String name, Runnable listener) {
        return watchers.add(name, listener);
    }

    /** Stops all tournaments, so that they go on when the arena is opened again, and waits for that. */
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
                        "Tournament {} does not stop; its games under way will be played anew",
                        tournament.settings().name());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    /** Stops, and lets go of the store. */
    @Override
    public void close() {
        stop();
        players.close();
        time.close();
        store.close();
    }
}
