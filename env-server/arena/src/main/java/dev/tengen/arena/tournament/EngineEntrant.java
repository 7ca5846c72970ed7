package dev.tengen.arena.tournament;

import dev.tengen.arena.game.GameSpec;
import dev.tengen.arena.game.PlayerSeat;
import dev.tengen.arena.game.Seat;
import dev.tengen.base.InvalidValueException;
import dev.tengen.gtp.driver.EngineException;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.gtp.driver.GtpPlayer;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A GTP engine in a tournament. Each game gets its own process. Engines have their own random numbers, so a seed does
 * not repeat their games.
 *
 * @param name the name in the tournament
 * @param spec the command, and the limits that apply in addition to the clock
 * @param executor the executor that asks for moves, with at least one thread for each game
 */
public record EngineEntrant(String name, EngineSpec spec, Executor executor) implements Entrant {
    private static final Logger LOG = LoggerFactory.getLogger(EngineEntrant.class);

    /** Creates an entrant with the name of the engine. */
    public EngineEntrant(EngineSpec spec, Executor executor) {
        this(spec.name(), spec, executor);
    }

    @Override
    public Seat sit(SeatRequest request) {
        GameSpec game = request.spec();
        try {
            return PlayerSeat.ofEngine(name, new GtpPlayer(spec, game.opening().setup(), game.rules()), executor);
        } catch (EngineException | InvalidValueException e) {
            LOG.warn("Engine {} cannot start: {}", name, e.getMessage());
            return PlayerSeat.absent(name, String.valueOf(e.getMessage()));
        }
    }
}
