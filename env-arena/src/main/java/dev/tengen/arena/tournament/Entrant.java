package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;

/** A player of a tournament, who can sit in several games at once. Thread-safe. */
public interface Entrant {
    /** Returns the name, which no other player of the tournament has. */
    String name();

    /**
     * Returns a seat for one game, and so takes the place that {@link #reserve} kept. One that cannot come sends {@link
     * dev.tengen.arena.game.PlayerSeat#absent}; this may take as long as it takes a program to start.
     */
    Seat sit(SeatRequest invitation);

    /**
     * Returns whether it is there. Games of a player who is not are not begun and wait, while others go on; those that were begun
     * are the matter of its seats.
     */
    default boolean isPresent() {
        return true;
    }

    /**
     * Keeps a place for a game that is about to begin, and returns whether there was one: somebody else may have taken it since
     * {@link #isPresent} was asked.
     */
    default boolean reserve() {
        return true;
    }

    /** Gives a place back that was kept for a game that does not begin. */
    default void unreserve() {}

    /**
     * Runs {@code listener}, which takes little time, in any thread whenever {@link #isPresent} has become another. Returns what
     * makes that it is not run any more.
     */
    default Runnable onPresence(Runnable listener) {
        return () -> {};
    }
}
