package dev.tengen.analysis;

import java.util.function.Consumer;

/**
 * What is left of the limits of one answer, and whom to tell how far it is. An interrupt of the thread uses it up, too; the
 * thread stays interrupted. Not thread-safe.
 */
public final class SearchBudget {
    private static final int NODES_PER_LOOK = 1 << 12;

    private final long maxNodes;
    private final long deadline;
    private final Consumer<SearchBudget> progress;
    private long nodes;
    private int deepest;
    private boolean isUsedUp;

    /**
     * Makes a budget whose time begins now.
     *
     * @param progress told every few thousand states
     */
    public SearchBudget(SearchLimits limits, Consumer<SearchBudget> progress) {
        maxNodes = limits.maxNodes();
        deadline = System.nanoTime() + limits.maxTime().toNanos();
        this.progress = progress;
    }

    /** Counts a state searched. */
    public void countNode() {
        nodes++;
        if (nodes % NODES_PER_LOOK == 0) {
            progress.accept(this);
            isUsedUp |=
                    System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
        }
    }

    /** Returns whether the search may go on; it is {@code depth} moves deep. */
    public boolean isLeft(int depth) {
        deepest = Math.max(deepest, depth);
        isUsedUp |= nodes > maxNodes;
        return !isUsedUp;
    }

    /** Returns the count of states searched. */
    public long nodes() {
        return nodes;
    }

    /** Returns the count of moves of the longest line searched. */
    public int deepest() {
        return deepest;
    }
}
