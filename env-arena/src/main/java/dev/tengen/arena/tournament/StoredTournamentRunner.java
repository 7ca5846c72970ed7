package dev.tengen.arena.tournament;

import dev.tengen.arena.game.TimeSource;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoreException;
import dev.tengen.arena.store.TournamentState;

/**
 * Plays a tournament that a store keeps, from where it stands, several games at once. Whatever ends the process, another one goes
 * on with it: no result is lost or counted twice, and games that were under way are played anew, from the same seeds.
 *
 * <p>A store that is locked or not available is asked again for two minutes, with growing pauses, while games under way go on.
 *
 * <pre>{@code
 * store.create(tournament);
 * TournamentState state = new StoredTournamentRunner(store, tournament.name(), spec, time).run(listener);
 * }</pre>
 */
public final class StoredTournamentRunner {
    private final StoreRetryPolicy patience;
    private final StoreJournal ledger;
    private final TournamentRunner conductor;

    /**
     * Makes a tournament that waits to be run.
     *
     * @param store where it was created; nobody else plays it meanwhile
     * @param name its name there
     * @param spec what it is played by, the same each time: with the players and the seed that the store knows
     * @param time what clocks go by
     */
    public StoredTournamentRunner(ArenaStore store, String name, TournamentConfig spec, TimeSource time) {
        this(store, name, spec, time, new StoreRetryPolicy());
    }

    /** Makes a tournament that asks the store with {@code patience}. */
    StoredTournamentRunner(
            ArenaStore store, String name, TournamentConfig spec, TimeSource time, StoreRetryPolicy patience) {
        this.patience = patience;
        ledger = new StoreJournal(store, name, spec, patience);
        conductor = new TournamentRunner(spec, time, ledger);
    }

    /**
     * Plays all games that are left, and returns how the tournament stands in the store: {@link TournamentState#ENDED}, also if
     * nothing was left, {@link TournamentState#CANCELLED}, or {@link TournamentState#OPEN} after {@link #stop}.
     *
     * <p>A tournament stops, as if told to, where the store fails, which throws its {@link StoreException}; where a player cannot
     * be seated or {@code listener} throws, which throws an {@link IllegalStateException}; and where this thread is interrupted.
     * Throws {@link dev.tengen.board.InvalidValueException} if the store knows other players or another seed, and {@link
     * IllegalStateException} where the tournament was run before.
     */
    public TournamentState run(TournamentListener listener) throws InterruptedException {
        conductor.requireFirstRun();
        TournamentState state = ledger.state();
        if (state != TournamentState.OPEN) {
            return state;
        }
        ledger.hear(listener);
        try {
            return ledger.close(conductor.run());
        } catch (StoreException e) {
            if (Thread.interrupted()) {
                InterruptedException interruption = new InterruptedException("while the store was asked");
                interruption.initCause(e);
                throw interruption;
            }
            if (patience.isOver()) {
                return TournamentState.OPEN; // Nobody waited for the store: what it does not know will be played anew.
            }
            throw e;
        } catch (RuntimeException | Error e) {
            throw new IllegalStateException("the tournament was stopped, since a game could not be played", e);
        }
    }

    /**
     * Gives the tournament up, from any thread: games under way are void, and the store closes it. {@link #run} returns after
     * that.
     */
    public void cancel() {
        conductor.cancel();
    }

    /**
     * Stops without an end, from any thread: {@link #run} returns when the seats of games under way were told so. Another {@code
     * StoredTournamentRunner} goes on with it.
     */
    public void stop() {
        patience.end();
        conductor.stop();
    }
}
