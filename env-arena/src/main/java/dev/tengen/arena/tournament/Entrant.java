package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;

/** A player of a tournament, who can sit in several games at once. Thread-safe. */
public interface Entrant {
    /** Returns the name, which no other player of the tournament has. */
    String name();

    /**
     * Returns a seat for one game that starts from {@code setup} under {@code rules}. A player that draws its own chance draws it
     * from {@code seed}. One that cannot come sends {@link dev.tengen.arena.game.PlayerSeat#absent}; this may take as long as it
     * takes a program to start.
     */
    Seat sit(Setup setup, Rules rules, long seed);
}
