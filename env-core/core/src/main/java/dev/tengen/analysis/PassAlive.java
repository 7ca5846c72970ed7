package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;

/**
 * The pass-alive stones of both colors, which cannot be captured even if their player always passes, and the points
 * they control. Implements Benson's algorithm.
 *
 * <p>Reusable: call {@link #find} for each position; only the constructor allocates. Not thread-safe.
 *
 * <pre>{@code
 * PassAlive passAlive = new PassAlive(game.grid());
 * passAlive.find(game.board(), game.rules().suicide());
 * System.out.println(passAlive.stones(Color.BLACK));
 * }</pre>
 */
public final class PassAlive {
    private final PassAliveSide black;
    private final PassAliveSide white;

    /** Creates an analysis of boards on {@code grid}. All its sets are empty until {@link #find}. */
    public PassAlive(Grid grid) {
        black = new PassAliveSide(grid, Color.BLACK);
        white = new PassAliveSide(grid, Color.WHITE);
    }

    /**
     * Computes all sets of both colors for {@code board}. If {@code suicide} allows suicide of two or more stones, an
     * enemy can remove its own stones that way, so fewer stones are alive.
     */
    public void find(Board board, Suicide suicide) {
        boolean canClear = suicide != Suicide.FORBIDDEN;
        black.find(board, canClear);
        white.find(board, canClear);
    }

    private PassAliveSide side(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Returns the pass-alive stones of {@code color}. The set is a live view; {@link #find} changes it. */
    public PointSet stones(int color) {
        return side(color).stones;
    }

    /**
     * Returns the points, empty or with dead enemy stones, where the enemy of {@code color} can never get pass-alive
     * stones while {@code color} always passes. These are the regions whose only neighboring stones of {@code color}
     * are pass-alive, and that have at most one point that is beside none. The set is a live view; {@link #find}
     * changes it.
     */
    public PointSet territory(int color) {
        return side(color).territory;
    }

    /**
     * Returns all regions of empty points and enemy stones whose only neighboring stones of {@code color} are
     * pass-alive: {@link #territory}, and regions large enough for the enemy to live in. The set is a live view;
     * {@link #find} changes it.
     */
    public PointSet enclosed(int color) {
        return side(color).enclosed;
    }
}
