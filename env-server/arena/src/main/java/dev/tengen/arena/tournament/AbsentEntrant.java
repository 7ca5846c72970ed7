package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;

/**
 * A player that this worker cannot run. Other workers may.
 *
 * @param name the name in the tournament
 */
public record AbsentEntrant(String name) implements Entrant {
    @Override
    public boolean isPresent() {
        return false;
    }

    @Override
    public boolean reserve() {
        return false;
    }

    @Override
    public Seat sit(SeatRequest request) {
        throw new IllegalStateException(name + " has no reservation");
    }
}
