package dev.tengen.server.analysis;

import dev.tengen.board.Grid;
import dev.tengen.solve.Solver;
import java.lang.ref.SoftReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A pool of solvers: what a solver has prepared and proven serves later games on the same grid.
 *
 * <p>The pool keeps at most as many solvers as may be in use at once, and an idle one for a minute. It keeps them
 * softly, so that they go earlier when memory is short. Thread-safe.
 */
final class SolverPool {
    private final int maxCount;
    private final long maxTableBytes;

    /** Delays its tasks by the time that the pool keeps an idle solver. */
    private final Executor later;

    /** Solvers that are not in use, the last used first. */
    private final Deque<SoftReference<Solver>> idle = new ArrayDeque<>();

    private int busyCount;

    SolverPool(int maxCount, long maxTableBytes) {
        this(maxCount, maxTableBytes, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES));
    }

    SolverPool(int maxCount, long maxTableBytes, Executor later) {
        this.maxCount = maxCount;
        this.maxTableBytes = maxTableBytes;
        this.later = later;
    }

    /** Returns what {@code question} gets from a solver for {@code grid}, which nobody else uses meanwhile. */
    <T> T use(Grid grid, Function<Solver, T> question) {
        Optional<Solver> kept = take(grid);
        try {
            // A new one is large and takes long to create: not while holding the lock.
            Solver solver = kept.orElseGet(() -> new Solver(grid, maxTableBytes));
            T answer = question.apply(solver);
            keep(solver);
            return answer;
        } finally {
            release();
        }
    }

    /** Counts one more in use, and returns an idle one for {@code grid}; without one, evicts another to make room. */
    private synchronized Optional<Solver> take(Grid grid) {
        busyCount++;
        for (Iterator<SoftReference<Solver>> kept = idle.iterator(); kept.hasNext(); ) {
            Solver solver = kept.next().get();
            if (solver == null || solver.grid() == grid) {
                kept.remove();
            }
            if (solver != null && solver.grid() == grid) {
                return Optional.of(solver);
            }
        }
        while (!idle.isEmpty() && idle.size() + busyCount > maxCount) {
            idle.removeLast();
        }
        return Optional.empty();
    }

    private synchronized void keep(Solver solver) {
        SoftReference<Solver> kept = new SoftReference<>(solver);
        idle.addFirst(kept);
        later.execute(() -> drop(kept));
    }

    private synchronized void drop(SoftReference<Solver> kept) {
        idle.remove(kept); // Nothing if it was taken in the meantime, since each stay has a reference of its own.
    }

    private synchronized void release() {
        busyCount--;
    }
}
