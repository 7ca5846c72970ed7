package dev.tengen.arena.host;

import dev.tengen.arena.game.Seat;
import dev.tengen.arena.tournament.EngineEntrant;
import dev.tengen.arena.tournament.Entrant;
import dev.tengen.arena.tournament.SeatRequest;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.session.Engines;
import java.util.concurrent.Executor;

/**
 * An engine of the server in a tournament. Its processes count towards the limit of the server, together with those of
 * sessions; a game waits until another process may start.
 *
 * @param name the name in the tournament
 * @param playerName the name at the server, such as "gtp:gnugo"
 * @param spec the command and its limits
 * @param engines the engines of the server
 * @param executor the executor that asks for moves
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
    public Seat sit(SeatRequest request) {
        try {
            return new ReleasingSeat(name, new EngineEntrant(spec, executor).sit(request), this::unreserve);
        } catch (RuntimeException | Error e) {
            unreserve();
            throw e;
        }
    }
}
