package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;
import java.util.function.Supplier;

/**
 * A player whose seats a test supplies.
 *
 * @param name its name
 * @param seats creates its seats
 */
record EntrantOf(String name, Supplier<Seat> seats) implements Entrant {
    @Override
    public Seat sit(SeatRequest invitation) {
        return seats.get();
    }
}
