package dev.tengen.analysis;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import java.util.Arrays;

/**
 * How old each stone of a game is: the moves made since it was played, passes among them.
 *
 * <p>It follows a game: each {@link #follow} looks only at the moves made since the last one, or at all of them where the
 * game is another one or took moves back. Nothing here allocates but the constructor. Not thread-safe.
 */
public final class StoneAges {
    /** What {@link #age} returns where there is no stone. */
    public static final int NO_STONE = -1;

    private final int pass;

    /** The number of the last move at each point; 0 where there was none. */
    private final int[] moveNumbers;

    /** The game that the numbers are of; something else until there is one. */
    private Object followed = this;

    private int moveNumber;
    private int rewindCount;

    /** Makes ages for games on {@code grid}; {@link #follow} one before asking. */
    public StoneAges(Grid grid) {
        pass = grid.pass();
        moveNumbers = new int[grid.pointCount()];
    }

    /** Brings the ages up to the present position of {@code game}. */
    public void follow(Game game) {
        if (game != followed || game.rewindCount() != rewindCount) {
            Arrays.fill(moveNumbers, 0);
            moveNumber = 0;
        }
        while (moveNumber < game.moveNumber()) {
            int move = game.move(++moveNumber);
            if (move != pass) {
                moveNumbers[move] = moveNumber;
            }
        }
        followed = game;
        rewindCount = game.rewindCount();
    }

    /**
     * Returns the count of moves made after the stone at {@code point} was played, 0 if that was the last one; all moves for
     * a stone of the set-up; {@link #NO_STONE} for an empty point. {@code game} is the one that was followed last.
     */
    public int age(Game game, int point) {
        assert game == followed && game.moveNumber() == moveNumber : "these are not the ages of this position";
        return game.colorAt(point) == Color.EMPTY ? NO_STONE : moveNumber - moveNumbers[point];
    }
}
