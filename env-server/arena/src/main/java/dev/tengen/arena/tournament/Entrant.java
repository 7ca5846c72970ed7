package dev.tengen.arena.tournament;

import dev.tengen.arena.game.Seat;

/** A player of a tournament, which may play several games at once. Thread-safe. */
public interface Entrant {
    /** Returns the name, unique within the tournament. */
    String name();

    /**
     * Returns a seat for one game, and consumes the reservation that {@link #reserve} made. A player that cannot play
     * returns {@link dev.tengen.arena.game.PlayerSeat#absent}. This may block while a program starts.
     */
    Seat sit(SeatRequest request);

    /**
     * Returns whether the player is present. The games of an absent player do not start; other games do. Games that
     * have started are not affected.
     */
    default boolean isPresent() {
        return true;
    }

    /**
     * Reserves a place for a game that is about to start. Returns false if there is none: another tournament may have
     * taken it since {@link #isPresent} returned true.
     */
    default boolean reserve() {
        return true;
    }

    /** Releases the reservation of a game that does not start. */
    default void unreserve() {}

    /**
     * Runs {@code listener}, which must be short, in any thread after {@link #isPresent} has changed. Returns an action
     * that removes it.
     */
    default Runnable onPresence(Runnable listener) {
        return () -> {};
    }
}
