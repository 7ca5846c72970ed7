package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import java.util.Locale;

/**
 * The score of a position under some rules.
 *
 * @param black Black's area: its stones, and the empty points that reach only its color; must not be changed
 * @param white White's area; must not be changed
 * @param blackTally the parts of Black's points
 * @param whiteTally the parts of White's points, without bonus and komi
 * @param handicapBonus points for White for handicap stones
 * @param komi points for White
 */
public record Score(
        PointSet black, PointSet white, Tally blackTally, Tally whiteTally, int handicapBonus, double komi) {
    /** Returns the score of {@code board} as it stands under {@code rules}, without handicap and prisoners. */
    public static Score of(Board board, Rules rules) {
        return new Scorer(rules, 0).score(board, 0, 0);
    }

    /** Returns the parts of the points of {@code color}. */
    public Tally tally(int color) {
        return color == Color.BLACK ? blackTally : whiteTally;
    }

    /** Returns the number of points in Black's area. */
    public int blackArea() {
        return black.size();
    }

    /** Returns the number of points in White's area. */
    public int whiteArea() {
        return white.size();
    }

    /** Returns Black's points minus White's, including bonus and komi. */
    public double margin() {
        return blackTally.points() - whiteTally.points() - handicapBonus - komi;
    }

    /** Returns the color with more points; {@link Color#EMPTY} for a tie. */
    public int winner() {
        double margin = margin();
        if (margin == 0) {
            return Color.EMPTY;
        }
        return margin > 0 ? Color.BLACK : Color.WHITE;
    }

    /** Returns the color whose area contains {@code point}; {@link Color#EMPTY} if neither does. */
    public int owner(int point) {
        if (black.contains(point)) {
            return Color.BLACK;
        }
        return white.contains(point) ? Color.WHITE : Color.EMPTY;
    }

    /** Returns one byte for each point: its {@link #owner}. */
    public byte[] owners() {
        byte[] owners = new byte[black.grid().pointCount()];
        for (int point = 0; point < owners.length; point++) {
            owners[point] = (byte) owner(point);
        }
        return owners;
    }

    /** Returns the result in the notation of game records: "B+3.5", "W+0.5" or "Draw". */
    public String text() {
        return text(margin());
    }

    /**
     * Returns a margin in the notation of game records: "B+3.5", "W+0.5" or "Draw".
     *
     * @param margin Black's points minus White's, in half points
     */
    public static String text(double margin) {
        if (margin == 0) {
            return "Draw";
        }
        String points = String.format(Locale.ROOT, margin % 1 == 0 ? "%.0f" : "%.1f", Math.abs(margin));
        return (margin > 0 ? "B+" : "W+") + points;
    }

    /**
     * The parts of a player's points.
     *
     * @param boardPoints points on the board: the area under {@link Scoring#AREA}, its empty points under
     *     {@link Scoring#TERRITORY}
     * @param prisoners stones of the other color that left the board, including dead stones; 0 under
     *     {@link Scoring#AREA}, where they do not count
     * @param tax points subtracted
     */
    public record Tally(int boardPoints, int prisoners, int tax) {
        /** Returns the total, which the tax can make negative. */
        public int points() {
            return boardPoints + prisoners - tax;
        }
    }
}
