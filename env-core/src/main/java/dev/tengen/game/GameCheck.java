package dev.tengen.game;

import dev.tengen.board.Color;

/** Compares a game with another of the same moves, played to the same place without taking anything back. */
final class GameCheck {
    private GameCheck() {}

    /** Throws {@link AssertionError} where {@code game} is elsewhere than {@code again}. */
    static void check(Game game, Game again) {
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            require(again.board().points(color).equals(game.board().points(color)), "the stones");
            require(again.takenCount(color) == game.takenCount(color), "the count of stones taken");
        }
        require(again.repetition().setHash() == game.repetition().setHash(), "what superko can see");
        require(game.history().hash(game.moveNumber()) == game.positionHash(), "the hash of the position");
        for (int number = 1; number <= game.moveNumber(); number++) {
            require(again.proposedDead(number).equals(game.proposedDead(number)), "the proposals");
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("the moves imply something else about " + what);
        }
    }
}
