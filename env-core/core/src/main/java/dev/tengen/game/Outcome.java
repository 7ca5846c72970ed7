package dev.tengen.game;

import dev.tengen.board.Color;

/**
 * How a game ended.
 *
 * @param winner the winner's color, {@link Color#EMPTY} for a tie
 * @param ending what ended the game
 * @param score the score of the last position; it decides the winner only if passes ended the game
 */
public record Outcome(int winner, Ending ending, Score score) {
    /**
     * Returns the outcome of {@code game}, which must be over. {@code resigned} is the color that resigned, or
     * {@link Color#EMPTY}.
     */
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
        /** Passes, and agreement if the rules require it. */
        PASSES,
        /** The loser resigned. */
        RESIGNATION,
        /** A coloring was repeated, under {@link RepetitionEnd#DRAW} or {@link RepetitionEnd#LOSS}. */
        REPETITION
    }

    /**
     * Returns the result in the notation of game records: "B+R" for a resignation, "B+F" for a lost repetition, "Draw"
     * for a drawn one, otherwise the text of the score.
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
