package dev.tengen.player;

import dev.tengen.base.MemoryModel;
import java.util.Arrays;

/**
 * The tree of a UCT search: moves with their visit counts and values.
 *
 * <p>Nodes are numbers, 0 for the root, and index flat arrays, which grow by doubling and are reused for the next tree.
 * Only moves that were tried have nodes, so there is at most one node per playout. Not thread-safe.
 */
final class UctTree {
    static final int ROOT = 0;

    /** The value of {@link #firstChild} and {@link #nextSibling} at the end of the list. */
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 128;
    private static final short UNKNOWN = -1;

    private short[] moves = new short[INITIAL_CAPACITY];
    private short[] untriedCounts = new short[INITIAL_CAPACITY];
    private int[] parents = new int[INITIAL_CAPACITY];
    private int[] firstChildren = new int[INITIAL_CAPACITY];
    private int[] nextSiblings = new int[INITIAL_CAPACITY];
    private int[] visits = new int[INITIAL_CAPACITY];
    private double[] sums = new double[INITIAL_CAPACITY];
    private int count;

    /**
     * Returns the size in memory of a tree of {@code count} nodes, in bytes, with the copy that is made while it grows.
     */
    static long growingBytes(int count) {
        return memoryBytes(count) + (long) Double.BYTES * count;
    }

    /** Returns the size in memory of a tree of {@code count} nodes, in bytes. */
    static long memoryBytes(int count) {
        long capacity = INITIAL_CAPACITY;
        while (capacity < count) {
            capacity *= 2;
        }
        return MemoryModel.SEARCH_TREE.bytes(capacity);
    }

    /** Resets the tree to the root alone. */
    void clear() {
        count = 0;
        addNode(NONE, UNKNOWN);
    }

    /** Adds an unvisited child and returns it. */
    int addChild(int parent, int move) {
        int child = addNode(parent, (short) move);
        nextSiblings[child] = firstChildren[parent];
        firstChildren[parent] = child;
        untriedCounts[parent]--;
        return child;
    }

    private int addNode(int parent, short move) {
        if (count == moves.length) {
            grow();
        }
        moves[count] = move;
        untriedCounts[count] = UNKNOWN;
        parents[count] = parent;
        firstChildren[count] = NONE;
        nextSiblings[count] = NONE;
        visits[count] = 0;
        sums[count] = 0;
        return count++;
    }

    private void grow() {
        int capacity = 2 * count;
        moves = Arrays.copyOf(moves, capacity);
        untriedCounts = Arrays.copyOf(untriedCounts, capacity);
        parents = Arrays.copyOf(parents, capacity);
        firstChildren = Arrays.copyOf(firstChildren, capacity);
        nextSiblings = Arrays.copyOf(nextSiblings, capacity);
        visits = Arrays.copyOf(visits, capacity);
        sums = Arrays.copyOf(sums, capacity);
    }

    /** Returns whether {@code node} was expanded. */
    boolean isExpanded(int node) {
        return untriedCounts[node] != UNKNOWN;
    }

    /** Expands {@code node}, which has {@code moveCount} untried moves. */
    void expand(int node, int moveCount) {
        untriedCounts[node] = (short) moveCount;
    }

    /** Returns whether the expanded {@code node} has untried moves. */
    boolean hasUntried(int node) {
        return untriedCounts[node] > 0;
    }

    /** Returns the move that leads to {@code node}. */
    int move(int node) {
        return moves[node];
    }

    int firstChild(int node) {
        return firstChildren[node];
    }

    int nextSibling(int node) {
        return nextSiblings[node];
    }

    /** Returns the mean value of the visited {@code node} for the player who moved to it, from 0 to 1. */
    double meanValue(int node) {
        return sums[node] / visits[node];
    }

    boolean isVisited(int node) {
        return visits[node] > 0;
    }

    /** Adds {@code value}, from 0 to 1 for the player who moved to {@code node}, to {@code node} and its ancestors. */
    void backpropagate(int node, double value) {
        double nodeValue = value;
        for (int above = node; above != NONE; above = parents[above]) {
            visits[above]++;
            sums[above] += nodeValue;
            nodeValue = 1 - nodeValue;
        }
    }

    /**
     * Returns the child of {@code node} with the greatest UCB1 value, or {@link #NONE} if all are below {@code least}.
     */
    int bestUcbChild(int node, double exploration, double least) {
        // Math.log may differ in the last bit between machines.
        double logarithm = StrictMath.log(visits[node]);
        int best = NONE;
        double bestUcb = least;
        for (int child = firstChildren[node]; child != NONE; child = nextSiblings[child]) {
            double mean = sums[child] / visits[child];
            double ucb = mean + exploration * Math.sqrt(logarithm / visits[child]);
            if (ucb >= bestUcb) {
                best = child;
                bestUcb = ucb;
            }
        }
        return best;
    }

    /** Returns the most visited child of the root, ties broken by the mean value. The root must have a child. */
    int mostVisitedChild() {
        int best = firstChildren[ROOT];
        for (int child = nextSiblings[best]; child != NONE; child = nextSiblings[child]) {
            boolean isBetter =
                    visits[child] > visits[best] || (visits[child] == visits[best] && sums[child] > sums[best]);
            best = isBetter ? child : best;
        }
        return best;
    }
}
