package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import java.util.Locale;

/**
 * An area score by Tromp-Taylor rule 9: a player's points are those of its color, plus the empty points that reach only
 * its color. No stone is taken for dead.
 *
 * @param black Black's points; not to be changed
 * @param white White's points; not to be changed
 * @param komi points given to White
 */
public record AreaScore(PointSet black, PointSet white, double komi) {
    /** Returns the score of {@code board} as it stands. */
    public static AreaScore of(Board board, double komi) {
        PointSet scratch = new PointSet(board.grid());
        PointSet blackReach = reachFrom(board, Color.BLACK, scratch);
        PointSet whiteReach = reachFrom(board, Color.WHITE, scratch);
        PointSet black = blackReach.copy();
        black.removeAll(whiteReach);
        whiteReach.removeAll(blackReach);
        return new AreaScore(black, whiteReach, komi);
    }

    /** Returns the stones of {@code color} and the empty points that reach it. */
    private static PointSet reachFrom(Board board, int color, PointSet scratch) {
        PointSet reach = board.points(color).copy();
        reach.floodWithin(board.points(Color.EMPTY), scratch);
        return reach;
    }

    /** Returns the count of Black's points. */
    public int blackArea() {
        return black.size();
    }

    /** Returns the count of White's points, komi not included. */
    public int whiteArea() {
        return white.size();
    }

    /** Returns Black's points minus White's, komi included. */
    public double margin() {
        return blackArea() - whiteArea() - komi;
    }

    /** Returns the color with more points, {@link Color#EMPTY} for a tie. */
    public int winner() {
        double margin = margin();
        if (margin == 0) {
            return Color.EMPTY;
        }
        return margin > 0 ? Color.BLACK : Color.WHITE;
    }

    /** Returns whose point {@code point} is, {@link Color#EMPTY} for nobody's. */
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
}
