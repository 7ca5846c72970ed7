package dev.tengen.web;

import dev.tengen.arena.game.Estimate;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of a game.
 *
 * @param game the game with its history; a copy, read by one thread
 * @param rules the name of the rules
 * @param episode distinguishes the games of one session
 * @param estimates the estimate that came with each move, in order; empty if there are none
 * @param black the player with Black; empty if it has no name
 * @param white the player with White; empty if it has no name
 * @param result the result as game records write it; empty before the end
 * @param ending why the game ended, such as PASSES; empty before the end
 * @param message more about the end; usually empty
 * @param human the color that somebody at the page plays, {@link Color#EMPTY} for none
 * @param canUndo whether the person at the page can take back a move
 * @param request what started a game that somebody at the page plays; null for other games
 * @param clocks the clocks of Black and White; null if there is no time limit
 * @param place the place of a game of the arena; null for a session
 */
record DisplayedGame(
        Game game,
        String rules,
        long episode,
        List<Estimate> estimates,
        String black,
        String white,
        String result,
        String ending,
        String message,
        int human,
        boolean canUndo,
        @Nullable NewGameRequest request,
        @Nullable List<GameJson.ClockJson> clocks,
        @Nullable GamePlace place) {
    /** Returns whether the game has ended. */
    boolean isOver() {
        return !ending.isEmpty();
    }
}
