package dev.tengen.board;

import dev.tengen.game.Game;

/**
 * Breaks the order on purpose: a class of the first package that uses a later one. A test checks that this is noticed.
 */
public final class PlantedGameUse {
    private PlantedGameUse() {}

    /** Returns the number of moves of {@code game}. */
    public static int moveNumber(Game game) {
        return game.moveNumber();
    }
}
