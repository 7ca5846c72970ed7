package dev.tengen.arena.game;

/**
 * Where a player sits in one game. The game calls one method at a time, and the next when it has returned; each should return
 * soon, unless the player moves at once.
 */
public interface Seat {
    /** Returns the player's name. */
    String name();

    /** Tells that {@code game} begins, before its first turn is offered to anybody. */
    default void begin(RefereedGame game) {}

    /**
     * Offers a turn. The answer goes to {@code referee}, within this call or at any later time and from any thread, or never. A
     * seat that throws has failed.
     */
    void offer(Turn turn, Adjudicator referee);

    /** Tells that the game is over; the seat lets go of what it holds. No call follows. */
    void over(GameOutcome ending);
}
