package dev.tengen.solve;

import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.search.SearchLimits;
import java.lang.ref.SoftReference;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The solver of a small board that the whole process shares, so that proofs are found once and reused by all games. One caller
 * searches at a time, and the others wait. The proofs of a board take at most {@value #TABLE_BYTES} bytes, and are given up when
 * memory is short. Thread-safe.
 */
public final class SharedSolver {
    /** Maximum number of points of a board that is at least two points wide and high. */
    public static final int MAX_POINT_COUNT = 9;

    /** Maximum length of a board that is one point wide. Some positions of longer boards take too long. */
    public static final int MAX_LENGTH = 6;

    private static final SearchLimits LIMITS = SearchLimits.ofNodes(1_000_000);
    private static final long TABLE_BYTES = 1L << 24;

    private static final Map<Grid, SoftReference<SharedSolver>> BY_GRID = new ConcurrentHashMap<>();

    private final Solver solver;

    private SharedSolver(Grid grid) {
        solver = new Solver(grid, TABLE_BYTES);
    }

    private static SoftReference<SharedSolver> held(Grid grid) {
        return new SoftReference<>(new SharedSolver(grid));
    }

    /** Returns whether there is a shared solver for {@code grid}. */
    static boolean isFor(Grid grid) {
        boolean isLine = Math.min(grid.width(), grid.height()) == 1;
        return grid.pointCount() <= (isLine ? MAX_LENGTH : MAX_POINT_COUNT);
    }

    /** Returns the solver for {@code grid}, which must have at most {@link #MAX_POINT_COUNT} points, or 1x{@link #MAX_LENGTH}. */
    public static SharedSolver of(Grid grid) {
        assert isFor(grid) : grid + " is too large";
        while (true) {
            SharedSolver known =
                    BY_GRID.computeIfAbsent(grid, SharedSolver::held).get();
            if (known != null) {
                return known;
            }
            BY_GRID.computeIfPresent(grid, (unused, held) -> held.refersTo(null) ? held(grid) : held);
        }
    }

    /**
     * Returns the result of perfect play, as {@link Solver#solve(Game, SearchLimits)} does, as far as it is found within a million
     * states.
     *
     * @throws dev.tengen.board.InvalidValueException if the game has other rules
     * @throws IllegalStateException if the game is over
     */
    public synchronized Solution solve(Game game) {
        return solver.solve(game, LIMITS);
    }

    /**
     * Returns the proven bounds of the margin under perfect play, as {@link Solver#margin} does, as far as they are found within a
     * million states.
     *
     * @throws dev.tengen.board.InvalidValueException if the game has other rules
     * @throws IllegalStateException if the game was resigned
     */
    public synchronized Bounds margin(Game game) {
        return solver.margin(game, LIMITS);
    }

    /** Returns the points that a legal {@code move} loses, as {@link Regret#ofMove} does; empty if a search reached its limit. */
    public synchronized OptionalInt regret(Game game, int move) {
        return Regret.ofMove(solver, game, margin(game), move, LIMITS).points();
    }
}
