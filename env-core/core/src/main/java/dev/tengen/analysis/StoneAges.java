package dev.tengen.analysis;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import java.util.Arrays;

/**
 * The age of each stone of a game: the number of moves made since it was played, including passes.
 *
 * <p>Each {@link #update} processes only the moves made since the previous one, or all moves if it is another game or
 * moves were undone. Only the constructor allocates. Not thread-safe.
 */
public final class StoneAges {
    /** The value of {@link #age} if there is no stone. */
    public static final int NO_STONE = -1;

    private final int pass;

    /** For each point, the number of the last move there; 0 if there was none. */
    private final int[] moveNumbers;

    /** The game of the current numbers; another object until the first {@link #update}. */
    private Object current = this;

    private int moveNumber;
    private int rewindCount;

    /** Creates stone ages for games on {@code grid}. Call {@link #update} before {@link #age}. */
    public StoneAges(Grid grid) {
        pass = grid.pass();
        moveNumbers = new int[grid.pointCount()];
    }

    /** Updates the ages to the current position of {@code game}. */
    public void update(Game game) {
        if (game != current || game.rewindCount() != rewindCount) {
            Arrays.fill(moveNumbers, 0);
            moveNumber = 0;
        }
        while (moveNumber < game.moveNumber()) {
            int move = game.move(++moveNumber);
            if (move != pass) {
                moveNumbers[move] = moveNumber;
            }
        }
        current = game;
        rewindCount = game.rewindCount();
    }

    /**
     * Returns the number of moves made after the stone at {@code point} was played, 0 for the last move. For a stone of
     * the setup it is the number of all moves; for an empty point, {@link #NO_STONE}. {@code game} must be the game of
     * the last {@link #update}.
     */
    public int age(Game game, int point) {
        assert game == current && game.moveNumber() == moveNumber : "these are not the ages of this position";
        return game.colorAt(point) == Color.EMPTY ? NO_STONE : moveNumber - moveNumbers[point];
    }
}
