package dev.tengen.search;

import java.util.Arrays;

/**
 * The nodes of one tree in one array, which grows as needed and is used again after {@link #clear}. Nodes and edges are
 * identified by their offset in {@link #ints}. Not thread-safe.
 */
final class NodeArena {
    /*
     * A node that is not terminal:
     *
     *   PARENT, EDGE       the parent, and the index of the edge that leads here (0 and 0 for the root)
     *   VALUE              float: the evaluation, for the player to move
     *   VISITS             the sum of the visits of the edges
     *   EDGES, COUNT       the offset of the edges; their number, and above it the number for which there is room
     *   NEXT               the prior code of the best action without an edge, and above it the action: 0 if it is not
     *                      known yet, and NO_NEXT if there is no such action
     *   SUM, SUM + 1       double: the sum of all priors, those of edges included
     *   PRIORS             the prior codes of actions without edges, two to an int, the lower action in the low half
     *
     * A terminal node is the first TERMINAL_SIZE of these, with TERMINAL set in EDGE.
     *
     * Only visited actions have an edge:
     *
     *   CHILD              the child; PENDING until it is evaluated
     *   EDGE_VISITS        the number of visits
     *   TOTAL, TOTAL + 1   double: the sum of the values of the visits, for the player to move at the node
     *   ACTION             the prior code, and above it the action
     *
     * The edges of a node are in the order of their first visits. They move to a larger place when there is no room;
     * what they leave behind, and nodes that a tree drops, is garbage until the subtree is copied to another arena.
     * Offset 0 is no node.
     */
    static final int NONE = 0;

    static final int PARENT = 0;
    static final int EDGE = 1;
    static final int VALUE = 2;
    static final int TERMINAL_SIZE = 3;
    static final int VISITS = 3;
    static final int EDGES = 4;
    static final int COUNT = 5;
    static final int NEXT = 6;
    static final int SUM = 7;
    static final int PRIORS = 9;

    static final int CHILD = 0;
    static final int EDGE_VISITS = 1;
    static final int TOTAL = 2;
    static final int ACTION = 4;
    static final int EDGE_SIZE = 5;

    static final int PENDING = 0;
    static final int TERMINAL = 1 << 16;
    static final int LOW = 0xFFFF;
    static final int NO_NEXT = -1;

    /** The bits that number the pairs of actions, at most 313. */
    private static final int PAIR_BITS = 10;

    private static final int MAX_PAIR = (1 << PAIR_BITS) - 1;

    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;
    private static final int FIRST = 1;
    private static final int FIRST_ROOM = 2;
    private static final double GROWTH = 1.5;

    /** The ints of edges for each node, on average, with their unused room and what they have left behind. */
    private static final int EDGE_INTS_OF_NODE = 9;

    private final int actionCount;
    private final int nodeSize;

    /** The memory of all nodes. Replaced when it grows. */
    int[] ints;

    private int top = FIRST;
    private int nodeCount;

    /** The number of nodes whose last move is a pass, or more; without terminal nodes and the root. */
    private int passCount;

    NodeArena(int actionCount) {
        this.actionCount = actionCount;
        nodeSize = nodeSize(actionCount);
        ints = new int[2 * nodeSize];
    }

    private static int nodeSize(int actionCount) {
        return PRIORS + (actionCount + 1) / 2;
    }

    /** Returns the number of actions of each node. */
    int actionCount() {
        return actionCount;
    }

    /** Returns the number of nodes that were added since the arena was clear. */
    int nodeCount() {
        return nodeCount;
    }

    /**
     * Returns the number of nodes whose last move is a pass, without terminal nodes and the root. Never less, but more
     * after {@link #load}.
     */
    int passCount() {
        return passCount;
    }

    /** Returns the number of bytes of the array, with the part that is not in use. */
    long memoryBytes() {
        return (long) Integer.BYTES * ints.length;
    }

    /** Returns an estimate of {@link #memoryBytes()} of an arena that has had {@code count} nodes at a time. */
    static long memoryBytes(int actionCount, long count) {
        double used = count * (nodeSize(actionCount) + EDGE_INTS_OF_NODE);
        double length = 2.0 * nodeSize(actionCount);
        while (length < used) {
            length *= GROWTH;
        }
        return Math.round(Integer.BYTES * length);
    }

    /**
     * Returns the greatest number of bytes by which {@code leafCount} new nodes with their edges, and
     * {@code terminalCount} terminal ones, may make the array longer.
     */
    long growthBytes(long leafCount, long terminalCount) {
        double needed = neededBy(leafCount, terminalCount);
        return top + needed <= ints.length ? 0 : Math.round(Integer.BYTES * (GROWTH * (top + needed) - ints.length));
    }

    /** Returns the greatest number of bytes of an arena to which a tree of this one is copied. */
    long copyBytes() {
        return Math.round(Integer.BYTES * GROWTH * top);
    }

    /** Returns whether as many new nodes fit into the longest array that there can be. */
    boolean hasRoom(long leafCount, long terminalCount) {
        return top + neededBy(leafCount, terminalCount) <= MAX_LENGTH;
    }

    /** Returns the greatest number of ints that new nodes with their edges may take. */
    private double neededBy(long leafCount, long terminalCount) {
        /*
         * Each adds an edge at the end of its path. Where edges have no room, they move to twice their room: together,
         * the rooms for which a node takes memory have less than twice its old edges and four times its new ones. Every
         * node but the root is at the end of an edge; other edges belong to leaves that wait.
         */
        double edges = leafCount + terminalCount;
        double moved = Math.min((double) (nodeCount + leafCount), edges * actionCount);
        return leafCount * (double) nodeSize
                + terminalCount * (double) TERMINAL_SIZE
                + EDGE_SIZE * (4 * edges + 2 * moved);
    }

    /** Returns the number of ints in use. */
    int size() {
        return top;
    }

    /** Removes all nodes. */
    void clear() {
        top = FIRST;
        nodeCount = 0;
        passCount = 0;
    }

    /** Adds a node without edges, whose priors the caller sets, as the child at the end of an edge or as a root. */
    int addNode(int parent, int edgeIndex, float value) {
        int node = take(nodeSize);
        int[] a = ints;
        a[node + PARENT] = parent;
        a[node + EDGE] = edgeIndex;
        a[node + VALUE] = Float.floatToRawIntBits(value);
        a[node + VISITS] = 0;
        a[node + EDGES] = 0;
        a[node + COUNT] = 0;
        a[node + NEXT] = 0;
        link(parent, edgeIndex, node);
        nodeCount++;
        countPass(parent, edgeIndex);
        return node;
    }

    /** Adds the terminal node at the end of an edge. */
    int addTerminal(int parent, int edgeIndex, float value) {
        int node = take(TERMINAL_SIZE);
        ints[node + PARENT] = parent;
        ints[node + EDGE] = edgeIndex | TERMINAL;
        ints[node + VALUE] = Float.floatToRawIntBits(value);
        link(parent, edgeIndex, node);
        nodeCount++;
        return node;
    }

    private void countPass(int parent, int edgeIndex) {
        if (parent != NONE && action(edge(parent, edgeIndex)) == actionCount - 1) {
            passCount++;
        }
    }

    private void link(int parent, int edgeIndex, int node) {
        if (parent != NONE) {
            ints[edge(parent, edgeIndex) + CHILD] = node;
        }
    }

    private int take(int size) {
        int start = top;
        top += size;
        if (top > ints.length || top < 0) {
            grow();
        }
        return start;
    }

    private void grow() {
        if (top < 0) {
            throw new IllegalStateException("a tree cannot have more than " + Integer.MAX_VALUE / nodeSize + " nodes");
        }
        ints = Arrays.copyOf(ints, (int) Math.max(top, Math.min(MAX_LENGTH, GROWTH * ints.length)));
    }

    /** Returns whether a node is terminal. */
    boolean isTerminal(int node) {
        return (ints[node + EDGE] & TERMINAL) != 0;
    }

    /** Returns the evaluation of a node; the result if it is terminal. */
    float value(int node) {
        return Float.intBitsToFloat(ints[node + VALUE]);
    }

    int visits(int node) {
        return ints[node + VISITS];
    }

    int edgeCount(int node) {
        return ints[node + COUNT] & LOW;
    }

    /** Returns the offset of edge {@code index} of a node. */
    int edge(int node, int index) {
        return ints[node + EDGES] + EDGE_SIZE * index;
    }

    int child(int edge) {
        return ints[edge + CHILD];
    }

    int edgeVisits(int edge) {
        return ints[edge + EDGE_VISITS];
    }

    double total(int edge) {
        return total(ints, edge);
    }

    static double total(int[] a, int edge) {
        return asDouble(a, edge + TOTAL);
    }

    /** Returns the mean value of an edge with visits. */
    double meanValue(int edge) {
        return total(edge) / edgeVisits(edge);
    }

    int action(int edge) {
        return ints[edge + ACTION] >>> 16;
    }

    int priorCode(int edge) {
        return ints[edge + ACTION] & LOW;
    }

    void setPriorCode(int edge, int code) {
        ints[edge + ACTION] = (ints[edge + ACTION] & ~LOW) | code;
    }

    static double prior(int[] a, int edge) {
        return PriorCode.prior(a[edge + ACTION] & LOW);
    }

    static double priorSum(int[] a, int node) {
        return asDouble(a, node + SUM);
    }

    void setPriorSum(int node, double sum) {
        setDouble(ints, node + SUM, sum);
    }

    static double asDouble(int[] a, int offset) {
        return Double.longBitsToDouble((long) a[offset + 1] << 32 | (a[offset] & 0xFFFFFFFFL));
    }

    static void setDouble(int[] a, int offset, double value) {
        long bits = Double.doubleToRawLongBits(value);
        a[offset] = (int) bits;
        a[offset + 1] = (int) (bits >>> 32);
    }

    /** Adds to the visits of an edge and of its node, and to the values of the edge. */
    void addVisit(int node, int edge, int visits, double value) {
        int[] a = ints;
        a[node + VISITS] += visits;
        a[edge + EDGE_VISITS] += visits;
        setDouble(a, edge + TOTAL, total(a, edge) + value);
    }

    /** Returns the prior code of an action that has no edge; {@link PriorCode#NONE} if it is illegal or has one. */
    int priorWithoutEdge(int node, int action) {
        return ints[node + PRIORS + (action >> 1)] >>> (16 * (action & 1)) & LOW;
    }

    /** Sets the prior code of an action that has no edge. */
    void setPriorWithoutEdge(int node, int action, int code) {
        int index = node + PRIORS + (action >> 1);
        int shift = 16 * (action & 1);
        ints[index] = (ints[index] & ~(LOW << shift)) | code << shift;
        ints[node + NEXT] = 0;
    }

    /**
     * Returns the best action without an edge, above its prior code: that of the greatest prior, the lowest if several
     * have it; {@link #NO_NEXT} if all legal actions have edges.
     */
    int next(int node) {
        int known = ints[node + NEXT];
        return known != 0 ? known : findNext(node);
    }

    private int findNext(int node) {
        int[] a = ints;
        int start = node + PRIORS;
        int length = nodeSize - PRIORS;
        // The code and, below it, what is greater for a lower action: a maximum of such numbers has no branches, which
        // would mispredict.
        int bestEven = 0;
        int bestOdd = 0;
        for (int i = 0; i < length; i++) {
            int pair = a[start + i];
            int rank = MAX_PAIR - i;
            bestEven = Math.max(bestEven, (pair & LOW) << PAIR_BITS | rank);
            bestOdd = Math.max(bestOdd, (pair >>> 16) << PAIR_BITS | rank);
        }
        int even = bestEven >>> PAIR_BITS;
        int odd = bestOdd >>> PAIR_BITS;
        boolean isEven = even > odd || (even == odd && (bestEven & MAX_PAIR) >= (bestOdd & MAX_PAIR));
        int best = isEven ? even : odd;
        int action = isEven ? 2 * (MAX_PAIR - (bestEven & MAX_PAIR)) : 2 * (MAX_PAIR - (bestOdd & MAX_PAIR)) + 1;
        int next = best == PriorCode.NONE ? NO_NEXT : action << 16 | best;
        a[node + NEXT] = next;
        return next;
    }

    /** Adds a pending edge without visits for an action that has none, and returns its index. */
    int addEdge(int node, int action) {
        int code = priorWithoutEdge(node, action);
        setPriorWithoutEdge(node, action, PriorCode.NONE);
        int count = edgeCount(node);
        int room = ints[node + COUNT] >>> 16;
        if (count == room) {
            room = Math.max(FIRST_ROOM, 2 * room);
            int larger = take(EDGE_SIZE * room);
            System.arraycopy(ints, ints[node + EDGES], ints, larger, EDGE_SIZE * count);
            ints[node + EDGES] = larger;
        }
        ints[node + COUNT] = room << 16 | count + 1;
        int edge = edge(node, count);
        ints[edge + CHILD] = PENDING;
        ints[edge + EDGE_VISITS] = 0;
        setDouble(ints, edge + TOTAL, 0);
        ints[edge + ACTION] = action << 16 | code;
        return count;
    }

    /** Returns the index of the edge of {@code action}; -1 if it has none. */
    int edgeIndexOf(int node, int action) {
        int count = edgeCount(node);
        for (int index = 0; index < count; index++) {
            if (action(edge(node, index)) == action) {
                return index;
            }
        }
        return -1;
    }

    /**
     * Makes this a copy of the subtree at {@code root} of another arena, without garbage. No edge of it may be pending.
     * Nodes come in the order of their depth, each directly before its edges. The new root is the first node.
     */
    int copySubtree(NodeArena other, int root) {
        clear();
        int newRoot = copyNode(other, root, NONE, 0);
        int node = newRoot;
        while (node < top) {
            if (isTerminal(node)) {
                node += TERMINAL_SIZE;
                continue;
            }
            int count = edgeCount(node);
            for (int index = 0; index < count; index++) {
                int child = copyNode(other, child(edge(node, index)), node, index);
                ints[edge(node, index) + CHILD] = child;
            }
            node += nodeSize + EDGE_SIZE * room(count);
        }
        return newRoot;
    }

    /** Returns the number of edges for which a copied node with {@code count} has room. */
    private static int room(int count) {
        return count == 0 ? 0 : Math.max(FIRST_ROOM, Integer.highestOneBit(2 * count - 1));
    }

    private int copyNode(NodeArena other, int node, int parent, int edgeIndex) {
        nodeCount++;
        if (other.isTerminal(node)) {
            int copy = take(TERMINAL_SIZE);
            ints[copy + PARENT] = parent;
            ints[copy + EDGE] = edgeIndex | TERMINAL;
            ints[copy + VALUE] = other.ints[node + VALUE];
            return copy;
        }
        countPass(parent, edgeIndex);
        int count = other.edgeCount(node);
        int copy = take(nodeSize + EDGE_SIZE * room(count));
        System.arraycopy(other.ints, node, ints, copy, nodeSize);
        ints[copy + PARENT] = parent;
        ints[copy + EDGE] = edgeIndex;
        ints[copy + EDGES] = copy + nodeSize;
        ints[copy + COUNT] = room(count) << 16 | count;
        System.arraycopy(other.ints, other.edge(node, 0), ints, copy + nodeSize, EDGE_SIZE * count);
        Arrays.fill(ints, copy + nodeSize + EDGE_SIZE * count, top, 0);
        return copy;
    }

    /** Returns the memory in use. Offsets in it stay valid. */
    int[] used() {
        return Arrays.copyOf(ints, top);
    }

    /** Takes over memory that {@link #used} returned, with {@code count} nodes. */
    void load(int[] used, int count) {
        ints = Arrays.copyOf(used, Math.max(used.length, ints.length));
        top = used.length;
        nodeCount = count;
        passCount = count;
    }

    /** Returns the number of ints from a node that was copied to the next one. */
    int copiedSize(int node) {
        return isTerminal(node) ? TERMINAL_SIZE : nodeSize + EDGE_SIZE * room(edgeCount(node));
    }

    /** Returns the number of ints of a node without edges. */
    int nodeSize() {
        return nodeSize;
    }

    /** Makes this an exact copy of {@code other}. */
    void copyFrom(NodeArena other) {
        if (ints.length < other.top) {
            ints = new int[other.top];
        }
        System.arraycopy(other.ints, 0, ints, 0, other.top);
        top = other.top;
        nodeCount = other.nodeCount;
        passCount = other.passCount;
    }
}
