package dev.tengen.budget;

import dev.tengen.base.CooperativeThread;
import java.util.function.Consumer;

/**
 * The remaining budget of a search, and its progress listener. An interrupt of the thread also exhausts the budget; the
 * thread stays interrupted. Not thread-safe.
 */
public final class SearchBudget {
    /** How many nodes are searched between two checks of the time. */
    private static final int NODES_PER_CHECK = 1 << 12;

    private final long maxNodes;
    private final long deadline;
    private final Consumer<SearchBudget> progress;
    private long nodes;
    private int deepest;
    private boolean isUsedUp;

    /**
     * Creates a budget whose time starts now.
     *
     * @param limits the limits of the search
     * @param progress called every few thousand nodes
     */
    public SearchBudget(SearchLimits limits, Consumer<SearchBudget> progress) {
        maxNodes = limits.maxNodes();
        deadline = System.nanoTime() + limits.maxTime().toNanos();
        this.progress = progress;
    }

    /** Counts a searched node. */
    public void countNode() {
        nodes++;
        if (nodes % NODES_PER_CHECK == 0) {
            progress.accept(this);
            CooperativeThread.offerTurn();
            isUsedUp |=
                    System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
        }
    }

    /** Returns whether the budget is not exhausted. {@code depth} is the current depth of the search in moves. */
    public boolean isLeft(int depth) {
        deepest = Math.max(deepest, depth);
        isUsedUp |= nodes > maxNodes;
        return !isUsedUp;
    }

    /** Returns the number of searched nodes. */
    public long nodes() {
        return nodes;
    }

    /** Returns the depth of the deepest line searched, in moves. */
    public int deepest() {
        return deepest;
    }
}
