package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Seat;
import dev.tengen.board.InvalidValueException;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import java.util.concurrent.Executor;

/**
 * A GTP engine in a tournament; a process of its own for each game. It draws its own chance, so that a
 * seed does not repeat its games.
 *
 * @param name its name there
 * @param spec how to start it, and the longest that it may take whatever its clock says
 * @param executor where it is asked for moves: with a thread for each game at least
 */
public record EngineEntrant(String name, EngineSpec spec, Executor executor) implements Entrant {
    /** Makes an engine that is called as its spec is. */
    public EngineEntrant(EngineSpec spec, Executor executor) {
        this(spec.name(), spec, executor);
    }

    @Override
    public Seat sit(SeatRequest invitation) {
        GameSpec game = invitation.spec();
        try {
            return PlayerSeat.ofEngine(name, new GtpPlayer(spec, game.opening().setup(), game.rules()), executor);
        } catch (EngineException | InvalidValueException e) {
            return PlayerSeat.absent(name, String.valueOf(e.getMessage()));
        }
    }
}
