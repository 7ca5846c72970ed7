package dev.tengen.game;

import dev.tengen.board.Color;

/**
 * How a game ended.
 *
 * @param winner the winner's color, {@link Color#EMPTY} for a tie
 * @param isResignation whether the loser resigned; otherwise passes ended the game and the score decided
 * @param score the score of the last position, which a resignation overrides
 */
public record Outcome(int winner, boolean isResignation, AreaScore score) {
    /** Returns the result as game records say it: "B+R" for a resignation, else the score's text. */
    public String text() {
        if (!isResignation) {
            return score.text();
        }
        return winner == Color.BLACK ? "B+R" : "W+R";
    }
}
