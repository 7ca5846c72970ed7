package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;

/**
 * The stones of both colors that cannot be captured even if their player always passes, and the points they hold: Benson's
 * algorithm.
 *
 * <p>Make one, keep it, and {@link #find} anew for each position: nothing here allocates but the constructor. Not
 * thread-safe.
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

    /** Makes an analysis of boards on {@code grid}; all its sets are empty until {@link #find}. */
    public PassAlive(Grid grid) {
        black = new PassAliveSide(grid, Color.BLACK);
        white = new PassAliveSide(grid, Color.WHITE);
    }

    /**
     * Works out everything for {@code board}, for both colors. Where {@code suicide} allows two stones or more, an enemy can
     * clear its own stones away, so that less is alive.
     */
    public void find(Board board, Suicide suicide) {
        boolean canClear = suicide != Suicide.FORBIDDEN;
        black.find(board, canClear);
        white.find(board, canClear);
    }

    private PassAliveSide side(int color) {
        return color == Color.BLACK ? black : white;
    }

    /** Returns the stones of {@code color} that are pass-alive. A view: it changes with {@link #find}. */
    public PointSet stones(int color) {
        return side(color).stones;
    }

    /**
     * Returns the points, empty or with dead enemy stones, in which the enemy of {@code color} can never get pass-alive
     * stones while {@code color} always passes: regions with no stones of {@code color} beside them but pass-alive ones, and
     * with at most one point that is beside none. A view: it changes with {@link #find}.
     */
    public PointSet territory(int color) {
        return side(color).territory;
    }

    /**
     * Returns all regions, of empty points and enemy stones, that no stones of {@code color} are beside but pass-alive ones:
     * {@link #territory}, and regions large enough for the enemy to live in. A view: it changes with {@link #find}.
     */
    public PointSet enclosed(int color) {
        return side(color).enclosed;
    }
}
