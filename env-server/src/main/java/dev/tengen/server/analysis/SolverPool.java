package dev.tengen.server.analysis;

import dev.tengen.board.Grid;
import dev.tengen.solve.Solver;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.function.Function;

/**
 * Solvers that are kept, since what one has prepared and proven serves later games on the same grid.
 *
 * <p>There are never more of them than may be at work at once, and those that are not at work go where memory is short.
 * Thread-safe.
 */
final class SolverPool {
    private final int maxCount;
    private final long maxTableBytes;

    /** Those not at work, the last used first. */
    private final Deque<SoftReference<Solver>> idle = new ArrayDeque<>();

    private int atWorkCount;

    SolverPool(int maxCount, long maxTableBytes) {
        this.maxCount = maxCount;
        this.maxTableBytes = maxTableBytes;
    }

    /** Returns what {@code question} gets from a solver of {@code grid}, which nobody else uses meanwhile. */
    <T> T ask(Grid grid, Function<Solver, T> question) {
        Optional<Solver> kept = begin(grid);
        try {
            // A new one is large and takes long to make: not within the lock.
            Solver solver = kept.orElseGet(() -> new Solver(grid, maxTableBytes));
            T answer = question.apply(solver);
            keep(solver);
            return answer;
        } finally {
            end();
        }
    }

    /** Counts one more at work, and returns one that is kept for {@code grid}, or else lets one go for the new one. */
    private synchronized Optional<Solver> begin(Grid grid) {
        atWorkCount++;
        for (Iterator<SoftReference<Solver>> kept = idle.iterator(); kept.hasNext(); ) {
            Solver solver = kept.next().get();
            if (solver == null || solver.grid() == grid) {
                kept.remove();
            }
            if (solver != null && solver.grid() == grid) {
                return Optional.of(solver);
            }
        }
        while (!idle.isEmpty() && idle.size() + atWorkCount > maxCount) {
            idle.removeLast();
        }
        return Optional.empty();
    }

    private synchronized void keep(Solver solver) {
        idle.addFirst(new SoftReference<>(solver));
    }

    private synchronized void end() {
        atWorkCount--;
    }
}
