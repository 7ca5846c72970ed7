package dev.tengen.web;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.List;
import java.util.Optional;

/**
 * A game as the page shows it.
 *
 * @param game the game with its past: a copy, read by one thread
 * @param rules what its rules are called
 * @param episode tells games in one place apart
 * @param black who has Black; empty where nobody has a name
 * @param white who has White
 * @param result the result as records say it; empty while the game goes on
 * @param ending how it ended, in capitals as in PASSES; empty while the game goes on
 * @param message what else there is to say of its end
 * @param human whom the page plays for, {@link Color#EMPTY} for nobody
 * @param clocks Black's and White's clock, if there are any
 */
record DisplayedGame(
        Game game,
        String rules,
        long episode,
        String black,
        String white,
        String result,
        String ending,
        String message,
        int human,
        Optional<List<ShownClock>> clocks) {
    /** Returns whether it has ended. */
    boolean isOver() {
        return !ending.isEmpty();
    }

    /**
     * A clock as it stood when the game was looked at.
     *
     * @param millis what is left before time runs out, or before the next period begins
     * @param text what is left, in words
     * @param isRunning whether it runs
     */
    record ShownClock(long millis, String text, boolean isRunning) {}
}
