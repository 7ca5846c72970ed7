package dev.tengen.player;

import java.util.Arrays;

/**
 * A tree of moves with what playouts through them came to.
 *
 * <p>Nodes are numbers, the root 0, and what is known of them stands in flat arrays, which grow by doubling and are used
 * again for the next tree. Only moves that were tried have nodes, so there is one for each playout at most. Not
 * thread-safe.
 */
final class UctTree {
    static final int ROOT = 0;

    /** What {@link #firstChild} and {@link #nextSibling} return at the end of the list. */
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

    /** Becomes a tree of one node. */
    void clear() {
        count = 0;
        addNode(NONE, UNKNOWN);
    }

    /** Adds a child that was not visited yet, and returns it. */
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

    /** Returns whether it is known how many moves of {@code node} were not tried. */
    boolean isOpen(int node) {
        return untriedCounts[node] != UNKNOWN;
    }

    /** Says how many moves there are at {@code node}, none of which was tried. */
    void open(int node, int moveCount) {
        untriedCounts[node] = (short) moveCount;
    }

    /** Returns whether there are moves of {@code node}, which is open, that were not tried. */
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

    boolean isVisited(int node) {
        return visits[node] > 0;
    }

    /** Counts {@code value}, from 0 to 1 as who moved to {@code node} sees it, at {@code node} and all above it. */
    void add(int node, double value) {
        double seen = value;
        for (int above = node; above != NONE; above = parents[above]) {
            visits[above]++;
            sums[above] += seen;
            seen = 1 - seen;
        }
    }

    /** Returns the child of {@code node} that UCB1 picks, or {@link #NONE} where each is less urgent than {@code least}. */
    int mostUrgentChild(int node, double exploration, double least) {
        // The logarithm of Math may differ in its last bit between machines.
        double logarithm = StrictMath.log(visits[node]);
        int best = NONE;
        double bestUrgency = least;
        for (int child = firstChildren[node]; child != NONE; child = nextSiblings[child]) {
            double mean = sums[child] / visits[child];
            double urgency = mean + exploration * Math.sqrt(logarithm / visits[child]);
            if (urgency >= bestUrgency) {
                best = child;
                bestUrgency = urgency;
            }
        }
        return best;
    }

    /** Returns the child of the root with the most visits, of several the one with the best mean; there must be one. */
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
