package dev.tengen.arena.tournament;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.WorkerSettings;
import dev.tengen.store.StoreException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays a stored tournament from its present state, several games at once. If the process ends, another one can resume:
 * no result is lost or counted twice, and games that were in progress are replayed with the same seeds.
 *
 * <p>Any number of runners, in any number of processes, may play one tournament, each under the name of a worker. A
 * runner claims a game before it plays it. If its process dies or hangs, its lease expires, and its games go to other
 * runners.
 *
 * <p>Store calls are retried for two minutes with exponential backoff while games in progress continue. Games whose
 * lease expires meanwhile are dropped and replayed.
 *
 * <pre>{@code
 * store.tournaments().create(tournament);
 * TournamentState state = new StoredTournamentRunner(store, tournament.name(), config, time).run(listener);
 * }</pre>
 */
public final class StoredTournamentRunner {
    private static final Logger LOG = LoggerFactory.getLogger(StoredTournamentRunner.class);

    private static final String ONLY_WORKER = "runner";

    private final StoreRetryPolicy retries;
    private final StoreJournal journal;
    private final TournamentRunner runner;

    /** Creates the only runner of a tournament. A later one replaces it and takes over its games at once. */
    public StoredTournamentRunner(ArenaStore store, String name, TournamentConfig config, TimeSource time) {
        this(store, name, config, onlyWorker(config), time);
    }

    private static WorkerSettings onlyWorker(TournamentConfig config) {
        List<String> players = config.entrants().stream().map(Entrant::name).toList();
        return new WorkerSettings(ONLY_WORKER, WorkerSettings.DEFAULT_LEASE, players, config.concurrency());
    }

    /**
     * Creates a runner.
     *
     * @param store the store with the tournament
     * @param name the name of the tournament
     * @param config the configuration, the same each time, with the players and the seed in the store
     * @param worker the worker; each runner has a name of its own
     * @param time the time of the clocks
     */
    public StoredTournamentRunner(
            ArenaStore store, String name, TournamentConfig config, WorkerSettings worker, TimeSource time) {
        this(store, name, config, worker, time, new StoreRetryPolicy());
    }

    /** Creates a runner that retries store calls with {@code retries}. */
    StoredTournamentRunner(
            ArenaStore store, String name, TournamentConfig config, TimeSource time, StoreRetryPolicy retries) {
        this(store, name, config, onlyWorker(config), time, retries);
    }

    private StoredTournamentRunner(
            ArenaStore store,
            String name,
            TournamentConfig config,
            WorkerSettings worker,
            TimeSource time,
            StoreRetryPolicy retries) {
        this.retries = retries;
        journal = new StoreJournal(store, name, config, worker, retries);
        runner = new TournamentRunner(config, time, journal);
    }

    /**
     * Plays all games that are left, and returns the state of the tournament in the store:
     * {@link TournamentState#ENDED}, even if no game was left, {@link TournamentState#CANCELLED}, or
     * {@link TournamentState#OPEN} after {@link #stop}. An exception stops the tournament as {@link #stop} does.
     *
     * @throws StoreException if the store fails
     * @throws dev.tengen.base.InvalidValueException if the store has other players or another seed
     * @throws IllegalStateException if a player cannot be seated, the listener throws, or the tournament was run before
     */
    public TournamentState run(TournamentListener listener) throws InterruptedException {
        runner.requireFirstRun();
        TournamentState state = journal.state();
        if (state != TournamentState.OPEN) {
            return state;
        }
        journal.listen(listener);
        try {
            return journal.close(runner.run());
        } catch (StoreException e) {
            if (Thread.interrupted()) {
                InterruptedException interruption = new InterruptedException("during a store call");
                interruption.initCause(e);
                throw interruption;
            }
            if (retries.isEnded()) {
                LOG.warn("Stopped without the store; games that it has not recorded will be replayed", e);
                return TournamentState.OPEN;
            }
            throw e;
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("the tournament was stopped, since a game could not be played", e);
        }
    }

    /** Adds a player of an endless tournament, from any thread. The store has the player already. */
    public void add(Entrant entrant) {
        runner.add(entrant);
    }

    /**
     * Cancels the tournament, from any thread: games in progress become void, and the store closes the tournament.
     * {@link #run} returns after that.
     */
    public void cancel() {
        runner.cancel();
    }

    /**
     * Stops the tournament without ending it, from any thread. {@link #run} returns when the games in progress have
     * been cancelled. Another {@code StoredTournamentRunner} can resume it.
     */
    public void stop() {
        retries.end();
        runner.stop();
    }
}
