package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;
import java.util.function.Supplier;

/**
 * A player that sits where a test says.
 *
 * @param name its name
 * @param seats makes its seats
 */
record EntrantOf(String name, Supplier<Seat> seats) implements Entrant {
    @Override
    public Seat sit(SeatRequest invitation) {
        return seats.get();
    }
}
