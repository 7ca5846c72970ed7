package dev.tengen.game;

import dev.tengen.base.CancellationPoint;

/**
 * A game that is played again from its start, forwards and move by move. Several positions of one game, in ascending
 * order, thus cost one replay.
 *
 * <p>A replay looks whether its thread was interrupted, and offers its turn, see {@link CancellationPoint}. Not
 * thread-safe.
 */
public final class GameReplay {
    private final Game original;
    private final Game game;

    /** Starts at the starting position of {@code original}, which must not change meanwhile. */
    public GameReplay(Game original) {
        this.original = original;
        game = new Game(original.setup(), original.rules(), original.zobrist());
    }

    /**
     * Returns the game at the position that was reached. The caller may play further moves in it, and must undo them
     * before the next {@link #advanceTo}.
     */
    public Game game() {
        return game;
    }

    /**
     * Plays the moves up to and including number {@code moveNumber}, with their proposals of dead stones. A
     * {@link Game#resume} after the last of them and a resignation are not repeated.
     *
     * @throws dev.tengen.base.InvalidValueException if {@code moveNumber} is outside of the original
     * @throws IllegalArgumentException if {@code moveNumber} is less than the number of moves already played
     * @throws java.util.concurrent.CancellationException if the thread is interrupted
     */
    public void advanceTo(int moveNumber) {
        original.requireMoveNumber(moveNumber, 0);
        if (moveNumber < game.moveNumber()) {
            throw new IllegalArgumentException("move number " + moveNumber + " is before " + game.moveNumber());
        }
        for (int number = game.moveNumber() + 1; number <= moveNumber; number++) {
            CancellationPoint.check(number);
            game.repeat(original, number);
        }
    }
}
