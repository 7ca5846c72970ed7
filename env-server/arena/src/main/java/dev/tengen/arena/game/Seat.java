package dev.tengen.arena.game;

/**
 * A player in one game. The game calls one method at a time. Each method should return quickly, unless the player moves
 * at once.
 */
public interface Seat {
    /** Returns the player's name. */
    String name();

    /** Called when {@code game} starts, before the first turn is offered to either seat. */
    default void begin(RefereedGame game) {}

    /**
     * Offers a turn. The seat sends its answer to {@code adjudicator}, within this call or later, from any thread, or
     * never. A seat that throws has failed.
     */
    void offer(Turn turn, Adjudicator adjudicator);

    /** Called at the end of the game. The seat releases its resources. No call follows. */
    void over(GameOutcome outcome);
}
