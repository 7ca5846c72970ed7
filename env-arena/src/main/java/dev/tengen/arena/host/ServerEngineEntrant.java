package dev.tengen.arena.host;

import dev.tengen.arena.game.Adjudicator;
import dev.tengen.arena.game.GameOutcome;
import dev.tengen.arena.game.Seat;
import dev.tengen.arena.game.Turn;
import dev.tengen.arena.tournament.EngineEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.session.Engines;
import java.util.concurrent.Executor;

/**
 * An engine of the server's list in a tournament. Its processes are counted with those of sessions, so that a game waits until
 * one more may run.
 *
 * @param name the player's name in the tournament
 * @param playerName what the list calls the engine, as in "gtp:gnugo"
 * @param spec how to start it
 * @param engines the list
 * @param executor where it is asked for moves
 */
record ServerEngineEntrant(String name, String playerName, EngineSpec spec, Engines engines, Executor executor)
        implements Entrant {
    @Override
    public boolean isPresent() {
        return engines.isFree(playerName);
    }

    @Override
    public Runnable onPresence(Runnable listener) {
        return engines.onFree(listener);
    }

    @Override
    public boolean reserve() {
        return engines.reserve(playerName);
    }

    @Override
    public void unreserve() {
        engines.release(playerName);
    }

    @Override
    public Seat sit(SeatRequest invitation) {
        try {
            return new Counted(name, new EngineEntrant(spec, executor).sit(invitation), this::unreserve);
        } catch (RuntimeException | Error e) {
            unreserve();
            throw e;
        }
    }

    /** A seat that gives its place back in the end. */
    private record Counted(String name, Seat seat, Runnable end) implements Seat {
        @Override
        public void offer(Turn turn, Adjudicator referee) {
            seat.offer(turn, referee);
        }

        @Override
        public void over(GameOutcome ending) {
            try {
                seat.over(ending);
            } finally {
                end.run();
            }
        }
    }
}
