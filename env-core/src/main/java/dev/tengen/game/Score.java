package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import java.util.Locale;

/**
 * The score of a position under some rules.
 *
 * @param black Black's area: its stones, and the empty points that reach only its color; not to be changed
 * @param white White's area; not to be changed
 * @param blackTally how Black's points come about
 * @param whiteTally how White's points come about, bonus and komi not included
 * @param handicapBonus points given to White for handicap stones
 * @param komi points given to White
 */
public record Score(
        PointSet black, PointSet white, Tally blackTally, Tally whiteTally, int handicapBonus, double komi) {
    /** Returns the score of {@code board} as it stands under {@code rules}, without handicap or prisoners. */
    public static Score of(Board board, Rules rules) {
        return new Scorer(rules, 0).score(board, 0, 0);
    }

    /** Returns how the points of {@code color} come about. */
    public Tally tally(int color) {
        return color == Color.BLACK ? blackTally : whiteTally;
    }

    /** Returns the count of points in Black's area. */
    public int blackArea() {
        return black.size();
    }

    /** Returns the count of points in White's area. */
    public int whiteArea() {
        return white.size();
    }

    /** Returns Black's points minus White's, with bonus and komi. */
    public double margin() {
        return blackTally.points() - whiteTally.points() - handicapBonus - komi;
    }

    /** Returns the color with more points, {@link Color#EMPTY} for a tie. */
    public int winner() {
        double margin = margin();
        if (margin == 0) {
            return Color.EMPTY;
        }
        return margin > 0 ? Color.BLACK : Color.WHITE;
    }

    /** Returns in whose area {@code point} is, {@link Color#EMPTY} for nobody's. */
    public int owner(int point) {
        if (black.contains(point)) {
            return Color.BLACK;
        }
        return white.contains(point) ? Color.WHITE : Color.EMPTY;
    }

    /** Returns one byte for each point: {@link #owner}. */
    public byte[] owners() {
        byte[] owners = new byte[black.grid().pointCount()];
        for (int point = 0; point < owners.length; point++) {
            owners[point] = (byte) owner(point);
        }
        return owners;
    }

    /** Returns the result as game records say it: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        double margin = margin();
        if (margin == 0) {
            return "Draw";
        }
        String points = String.format(Locale.ROOT, margin % 1 == 0 ? "%.0f" : "%.1f", Math.abs(margin));
        return (margin > 0 ? "B+" : "W+") + points;
    }

    /**
     * How the points of a player come about.
     *
     * @param boardPoints points on the board: the area under {@link Scoring#AREA}, its empty points under {@link
     *     Scoring#TERRITORY}
     * @param prisoners stones of the other color that left the board, dead stones included; 0 under {@link Scoring#AREA},
     *     where they count nothing
     * @param tax points taken off
     */
    public record Tally(int boardPoints, int prisoners, int tax) {
        /** Returns all of them together, which tax can make less than none. */
        public int points() {
            return boardPoints + prisoners - tax;
        }
    }
}
