package dev.tengen.arena.tournament;

import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Seat;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import java.util.concurrent.Executor;

/**
 * A GTP engine in a tournament, called as its spec is; a process of its own for each game. It draws its own chance, so that a
 * seed does not repeat its games.
 *
 * @param spec how to start it, and the longest that it may take whatever its clock says
 * @param executor where it is asked for moves: with a thread for each game at least
 */
public record EngineEntrant(EngineSpec spec, Executor executor) implements Entrant {
    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public Seat sit(Setup setup, Rules rules, long seed) {
        try {
            return PlayerSeat.ofEngine(name(), new GtpPlayer(spec, setup, rules), executor);
        } catch (EngineException | InvalidValueException e) {
            return PlayerSeat.absent(name(), String.valueOf(e.getMessage()));
        }
    }
}
