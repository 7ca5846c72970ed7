package dev.tengen.arena.host;

import dev.tengen.arena.game.SystemTimeSource;
import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.rating.RatingCourse;
import dev.tengen.arena.rating.Standings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.base.InvalidValueException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.session.Engines;
import java.util.Optional;

/**
 * The arena of a process: its store, the running tournaments, their games, and the agents that play in them.
 *
 * <p>Methods that read or change tournaments call the store: they may block, and throw {@link CallException} with
 * {@link Reason#STORE_FAILED} if it fails. Thread-safe.
 */
public final class Arena implements AutoCloseable {
    private final ArenaSettings settings;
    private final SystemTimeSource time = new SystemTimeSource();
    private final LiveGameRegistry games = new LiveGameRegistry();
    private final CasualGames casualGames = new CasualGames(games, time);
    private final TournamentWatchers watchers;
    private final AgentRegistry agents;
    private final ServerEntrantFactory entrants;
    private final ArenaStore store;
    private final Optional<Ladder> ladder;
    private final TournamentHost tournaments;
    private final TournamentViews views;
    private final TournamentGames tournamentGames;
    private final ResultCache<Standings> standings;
    private final ResultCache<RatingCourse> ratingCourses;

    private Arena(ArenaSettings settings, ArenaStore store, Engines engines, ArenaListener listener) {
        this.settings = settings;
        this.store = store;
        agents = new AgentRegistry(settings.agents(), time, listener::answered);
        entrants = new ServerEntrantFactory(engines, agents);
        ladder = settings.ladder()
                .map(wanted -> new Ladder(wanted, store.tournaments(), store.results(), agents, entrants, time));
        watchers = new TournamentWatchers(time);
        tournaments = new TournamentHost(settings, store, entrants, games, watchers, listener, time);
        views = new TournamentViews(store, tournaments, games, agents, watchers);
        tournamentGames = new TournamentGames(store, games);
        standings =
                new ResultCache<>(store.tournaments(), store.results()::count, store.results()::counted, Standings::of);
        ratingCourses = new ResultCache<>(
                store.tournaments(), store.results()::count, store.results()::countedInTime, RatingCourse::of);
        agents.onFree(watchers::allChanged);
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

    public ArenaSettings settings() {
        return settings;
    }

    public AgentRegistry agents() {
        return agents;
    }

    /** Returns the names of agents in the store. */
    public AgentNames storedAgentNames() {
        return new StoredAgentNames(store.agentNames());
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

    /** Returns the tournaments that this server plays. */
    public TournamentHost tournaments() {
        return tournaments;
    }

    /** Returns the states of all tournaments. */
    public TournamentViews views() {
        return views;
    }

    /** Returns the games of tournaments. */
    public TournamentGames tournamentGames() {
        return tournamentGames;
    }

    /** Returns the standings of tournaments. */
    public ResultCache<Standings> standings() {
        return standings;
    }

    /** Returns the ratings in the course of tournaments. */
    public ResultCache<RatingCourse> ratingCourses() {
        return ratingCourses;
    }

    /** Returns the listeners to changes of tournaments. */
    public TournamentWatchers watchers() {
        return watchers;
    }

    /** Starts the ladder, and resumes all tournaments that have neither ended nor been cancelled. */
    public void resumeAll() {
        ladder.ifPresent(tournaments::start);
        tournaments.resumeAll();
    }

    /** Stops all tournaments, and closes the store. */
    @Override
    public void close() {
        tournaments.stop();
        ladder.ifPresent(Ladder::close);
        entrants.close();
        time.close();
        store.close();
    }
}
