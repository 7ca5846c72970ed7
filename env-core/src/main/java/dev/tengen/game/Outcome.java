package dev.tengen.game;

import dev.tengen.board.Color;

/**
 * How a game ended.
 *
 * @param winner the winner's color, {@link Color#EMPTY} for a tie
 * @param ending what ended it
 * @param score the score of the last position, which decides where passes ended the game and nowhere else
 */
public record Outcome(int winner, Ending ending, Score score) {
    /** Returns how {@code game} ended, which is over; {@code resigned} is who resigned, if anyone did. */
    static Outcome of(Game game, int resigned) {
        Score score = game.score();
        if (resigned != Color.EMPTY) {
            return new Outcome(Color.opponent(resigned), Ending.RESIGNATION, score);
        }
        if (!game.isEndedByRepetition()) {
            return new Outcome(score.winner(), Ending.PASSES, score);
        }
        boolean isDraw = game.rules().repetitionEnd() == RepetitionEnd.DRAW;
        return new Outcome(isDraw ? Color.EMPTY : game.playerToMove(), Ending.REPETITION, score);
    }

    /** What ended a game. */
    public enum Ending {
        /** Passes, and agreement where the rules ask for it. */
        PASSES,
        /** The loser resigned. */
        RESIGNATION,
        /** A coloring came again, under {@link RepetitionEnd#DRAW} or {@link RepetitionEnd#LOSS}. */
        REPETITION
    }

    /**
     * Returns the result as game records say it: "B+R" for a resignation, "B+F" for a repetition that loses, "Draw" for one
     * that does not, else the score's text.
     */
    public String text() {
        return switch (ending) {
            case PASSES -> score.text();
            case RESIGNATION -> winnerLetter() + "+R";
            case REPETITION -> winner == Color.EMPTY ? "Draw" : winnerLetter() + "+F";
        };
    }

    private String winnerLetter() {
        return winner == Color.BLACK ? "B" : "W";
    }
}
