package dev.tengen.server.analysis;

import dev.tengen.analysis.SearchLimits;
import java.time.Duration;

/** What is left of the limits of one call that asks several questions. Not thread-safe. */
final class AnalysisClock {
    private final SearchLimits limits;
    private final long start = System.nanoTime();
    private long usedNodes;

    /** Starts with all of {@code limits}. */
    AnalysisClock(SearchLimits limits) {
        this.limits = limits;
    }

    /** Takes {@code nodes} off those that are left. */
    void use(long nodes) {
        usedNodes += nodes;
    }

    /** Returns all nodes, and the time that is left. */
    SearchLimits restOfTime() {
        return new SearchLimits(limits.maxNodes(), timeLeft());
    }

    /** Returns the nodes and the time that are left. */
    SearchLimits rest() {
        return new SearchLimits(Math.max(0, limits.maxNodes() - usedNodes), timeLeft());
    }

    /** Returns whether time is up, or somebody interrupts the thread. */
    boolean isOver() {
        return timeLeft().isZero() || Thread.currentThread().isInterrupted();
    }

    private Duration timeLeft() {
        Duration left = limits.maxTime().minusNanos(System.nanoTime() - start);
        return left.isNegative() ? Duration.ZERO : left;
    }
}
