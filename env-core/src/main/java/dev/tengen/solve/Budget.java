package dev.tengen.solve;

import dev.tengen.analysis.SearchLimits;
import java.util.function.Consumer;

/** What is left of the limits of one answer, and whom to tell how far it is. */
final class Budget {
    private static final int NODES_PER_LOOK = 1 << 12;

    private final long maxNodes;
    private final long deadline;
    private final Consumer<Budget> progress;
    private long nodes;
    private int deepest;
    private boolean isUsedUp;

    Budget(SearchLimits limits, Consumer<Budget> progress) {
        maxNodes = limits.maxNodes();
        deadline = System.nanoTime() + limits.maxTime().toNanos();
        this.progress = progress;
    }

    /** Counts a state searched. */
    void countNode() {
        nodes++;
        if (nodes % NODES_PER_LOOK == 0) {
            progress.accept(this);
            isUsedUp |=
                    System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
        }
    }

    /** Returns whether the search may go on; it is {@code depth} moves deep. */
    boolean isLeft(int depth) {
        deepest = Math.max(deepest, depth);
        isUsedUp |= nodes > maxNodes;
        return !isUsedUp;
    }

    /** Returns the count of states searched. */
    long nodes() {
        return nodes;
    }

    /** Returns the count of moves of the longest line searched. */
    int deepest() {
        return deepest;
    }
}
