package dev.tengen.solve;

import dev.tengen.board.Grid;
import dev.tengen.budget.LruCache;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import java.util.OptionalInt;

/**
 * The solver of a small board that the whole process shares, so that proofs are found once and reused by all games. One
 * caller searches at a time, and the others wait. Together the solvers take at most a sixteenth of the heap, or what
 * one of them needs: those that were not used for longest are dropped, and all after a minute without use. Callers do
 * not keep one. Thread-safe.
 */
public final class SharedSolver {
    /** Maximum number of points of a board that is at least two points wide and high. */
    public static final int MAX_POINT_COUNT = 9;

    /** Maximum length of a board that is one point wide. Some positions of longer boards take too long. */
    public static final int MAX_LENGTH = 6;

    private static final SearchLimits LIMITS = SearchLimits.ofNodes(1_000_000);
    /** Enough for all positions of hundreds of games on the largest boards. */
    private static final long TABLE_BYTES = 8L << 20;

    /** The solvers take at most this part of the heap. */
    private static final int HEAP_PART = 16;

    private static final LruCache<Grid, SharedSolver> BY_GRID = new LruCache<>(
            Runtime.getRuntime().maxMemory() / HEAP_PART, grid -> Solver.memoryBytes(grid, tableBytes(grid)));

    private final Solver solver;

    private SharedSolver(Grid grid) {
        solver = new Solver(grid, tableBytes(grid));
    }

    /** Returns what the proofs of {@code grid} take at most; those of smaller boards are fewer. */
    private static long tableBytes(Grid grid) {
        return grid.pointCount() < MAX_POINT_COUNT - 1 ? TABLE_BYTES / 2 : TABLE_BYTES;
    }

    /** Returns whether there is a shared solver for {@code grid}. */
    static boolean isFor(Grid grid) {
        boolean isLine = Math.min(grid.width(), grid.height()) == 1;
        return grid.pointCount() <= (isLine ? MAX_LENGTH : MAX_POINT_COUNT);
    }

    /**
     * Returns the solver for {@code grid}, which must have at most {@link #MAX_POINT_COUNT} points, or
     * 1x{@link #MAX_LENGTH}.
     */
    public static SharedSolver of(Grid grid) {
        assert isFor(grid) : grid + " is too large";
        return BY_GRID.get(grid, () -> new SharedSolver(grid));
    }

    /**
     * Returns the result of perfect play, as {@link Solver#solve(Game, SearchLimits)} does, as far as it is found
     * within a million states.
     *
     * @throws dev.tengen.base.InvalidValueException if the game has other rules
     * @throws IllegalStateException if the game is over
     */
    public synchronized Solution solve(Game game) {
        return solver.solve(game, LIMITS);
    }

    /**
     * Returns the proven bounds of the margin under perfect play, as {@link Solver#margin} does, as far as they are
     * found within a million states.
     *
     * @throws dev.tengen.base.InvalidValueException if the game has other rules
     * @throws IllegalStateException if the game was resigned
     */
    public synchronized Bounds margin(Game game) {
        return solver.margin(game, LIMITS);
    }

    /**
     * Returns the points that a legal {@code move} loses, as {@link Regret#ofMove} does; empty if a search reached its
     * limit.
     */
    public synchronized OptionalInt regret(Game game, int move) {
        return Regret.ofMove(solver, game, margin(game), move, LIMITS).points();
    }
}
