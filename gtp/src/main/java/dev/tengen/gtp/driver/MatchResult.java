package dev.tengen.gtp.driver;

import dev.tengen.board.Color;
import dev.tengen.env.EndReason;
import dev.tengen.game.Game;
import java.util.OptionalInt;

/**
 * How a match ended.
 *
 * @param game the game, to look at
 * @param endReason why it ended; the opponent in its name is the player who failed
 * @param winner the winner, {@link Color#EMPTY} for a tie and a void game
 * @param message what a player that failed has done, else empty
 * @param cleanUpFrom the number of the first move of the phase in which dead stones are captured, if there was one
 */
public record MatchResult(Game game, EndReason endReason, int winner, String message, OptionalInt cleanUpFrom) {
    /** Returns the result as game records say it: "B+3.5", "W+R", "B+T" for lost on time, "W+F" for a forfeit, "Void". */
    public String text() {
        String who = winner == Color.BLACK ? "B" : "W";
        return switch (endReason) {
            case PASSES -> game.score().text();
            case RESIGNATION -> who + "+R";
            case OPPONENT_TIMEOUT -> who + "+T";
            case REPETITION -> game.outcome().orElseThrow().text();
            case ILLEGAL_ACTION, OPPONENT_FAILED -> who + "+F";
            case NONE, MAX_MOVES, OPPONENT_REFUSED, TASK_DECIDED -> "Void";
        };
    }
}
