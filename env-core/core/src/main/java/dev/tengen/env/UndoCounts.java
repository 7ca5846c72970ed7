package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.game.Game;

/**
 * The counts of moves that can be taken back from a game. They are at most the number of its moves, and leave the
 * client to move.
 *
 * @param least the least count, 1 or 2
 * @param most the move number of the game; no count is allowed if this is below {@code least}
 * @param isEverySecond whether every second count is allowed, because an opponent makes the other moves
 */
record UndoCounts(int least, int most, boolean isEverySecond) {
    /**
     * Returns the counts for {@code game}; {@code opponent} is the color of the opponent, {@link Color#EMPTY} for none.
     */
    static UndoCounts of(Game game, int opponent) {
        boolean isEverySecond = opponent != Color.EMPTY;
        // After an end, the opponent may be the player to move.
        int least = isEverySecond && game.playerToMove() != opponent ? 2 : 1;
        return new UndoCounts(least, game.moveNumber(), isEverySecond);
    }

    /** Returns whether no count is allowed. */
    boolean isEmpty() {
        return most < least;
    }

    /**
     * Checks a count; there must be one that is allowed.
     *
     * @throws InvalidValueException if {@code moveCount} is not allowed
     */
    void require(int moveCount) {
        if (!isEverySecond && (moveCount < least || moveCount > most)) {
            throw InvalidValueException.outside("move_count", Integer.toUnsignedString(moveCount), least, most);
        }
        if (isEverySecond && (moveCount < least || moveCount > most || (moveCount - least) % 2 != 0)) {
            String allowed = "an " + (least == 2 ? "even" : "odd") + " number within [" + least + ", "
                    + (most - (most - least) % 2) + "], which leaves you to move";
            throw InvalidValueException.not("move_count", Integer.toUnsignedString(moveCount), allowed);
        }
    }
}
