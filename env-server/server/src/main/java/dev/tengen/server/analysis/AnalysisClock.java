package dev.tengen.server.analysis;

import dev.tengen.budget.SearchLimits;
import java.time.Duration;

/** The remaining limits of one call that asks several questions. Not thread-safe. */
final class AnalysisClock {
    private final SearchLimits limits;
    private final long start = System.nanoTime();
    private long usedNodes;

    /** Starts the clock with all of {@code limits} remaining. */
    AnalysisClock(SearchLimits limits) {
        this.limits = limits;
    }

    /** Subtracts {@code nodes} from the remaining ones. */
    void use(long nodes) {
        usedNodes += nodes;
    }

    /** Returns the remaining time, with all nodes. */
    SearchLimits remainingTime() {
        return new SearchLimits(limits.maxNodes(), timeLeft());
    }

    /** Returns the remaining time and nodes. */
    SearchLimits remaining() {
        return new SearchLimits(Math.max(0, limits.maxNodes() - usedNodes), timeLeft());
    }

    /** Returns whether the time is over or the thread is interrupted. */
    boolean isOver() {
        return timeLeft().isZero() || Thread.currentThread().isInterrupted();
    }

    private Duration timeLeft() {
        Duration left = limits.maxTime().minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
