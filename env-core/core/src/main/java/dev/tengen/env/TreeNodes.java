package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import java.util.Arrays;

/**
 * The nodes of trees: for each node its parent, the action that led to it, and its children, in arrays. A node takes 30
 * bytes; boards are not stored here. Only growing arrays allocates. Concurrent reads are safe while no thread adds or
 * releases nodes.
 */
final class TreeNodes {
    /*
     * A node is an index into the arrays. Outside this package it is a handle: the index in the low bits, and in the
     * high bits the number of times that the index had been allocated when the node was created. So the handle of a
     * released node never matches the node that reuses its index. An index is not reused after the maximum number of
     * allocations.
     *
     * The children of a node form a doubly linked list, so that a subtree is removed in one step. Released nodes form a
     * free list, linked by `next`.
     */
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 64;
    private static final int HANDLE_INDEX_BITS = 32;

    private final int maxCount;
    private final int maxUseCount;
    private int[] uses = new int[INITIAL_CAPACITY];
    private int[] trees = new int[INITIAL_CAPACITY];
    private int[] parents = new int[INITIAL_CAPACITY];
    private int[] firstChildren = new int[INITIAL_CAPACITY];
    private int[] next = new int[INITIAL_CAPACITY];
    private int[] previous = new int[INITIAL_CAPACITY];
    private int[] depths = new int[INITIAL_CAPACITY];
    private short[] actions = new short[INITIAL_CAPACITY];

    /** Number of indexes ever allocated. */
    private int usedCount;

    private int firstFree = NONE;
    private int count;

    /** Creates an empty set of at most {@code maxCount} nodes. */
    TreeNodes(int maxCount) {
        this(maxCount, Integer.MAX_VALUE);
    }

    /**
     * Creates an empty set of at most {@code maxCount} nodes, in which an index is allocated at most
     * {@code maxUseCount} times.
     */
    TreeNodes(int maxCount, int maxUseCount) {
        this.maxCount = maxCount;
        this.maxUseCount = maxUseCount;
    }

    /** Returns the number of nodes. */
    int count() {
        return count;
    }

    /** Returns the number of nodes that still fit. */
    int room() {
        return maxCount - count;
    }

    /** Adds the root of a tree. There must be room. */
    int addRoot(int tree, int depth) {
        return add(tree, NONE, depth, 0);
    }

    /** Adds a child. There must be room. */
    int addChild(int parent, int action) {
        return add(trees[parent], parent, depths[parent] + 1, action);
    }

    private int add(int tree, int parent, int depth, int action) {
        assert count < maxCount : "there is no room";
        int node = firstFree;
        if (node == NONE) {
            node = usedCount++;
            if (node == trees.length) {
                grow();
            }
        } else {
            firstFree = next[node];
        }
        count++;
        uses[node] = -uses[node] + 1;
        trees[node] = tree;
        parents[node] = parent;
        firstChildren[node] = NONE;
        previous[node] = NONE;
        next[node] = NONE;
        depths[node] = depth;
        actions[node] = (short) action;
        if (parent != NONE) {
            link(node, parent);
        }
        return node;
    }

    private void link(int node, int parent) {
        int first = firstChildren[parent];
        next[node] = first;
        if (first != NONE) {
            previous[first] = node;
        }
        firstChildren[parent] = node;
    }

    private void grow() {
        // Greater than maxCount only if indexes were retired.
        int capacity = Math.max(usedCount, (int) Math.min(maxCount, trees.length + (long) trees.length / 2));
        uses = Arrays.copyOf(uses, capacity);
        trees = Arrays.copyOf(trees, capacity);
        parents = Arrays.copyOf(parents, capacity);
        firstChildren = Arrays.copyOf(firstChildren, capacity);
        next = Arrays.copyOf(next, capacity);
        previous = Arrays.copyOf(previous, capacity);
        depths = Arrays.copyOf(depths, capacity);
        actions = Arrays.copyOf(actions, capacity);
    }

    /** Releases {@code node} and its descendants, and returns their number. */
    int release(int node) {
        unlink(node);
        int before = count;
        int at = node;
        // Descend to a leaf, free it, and continue at its parent: trees may be too deep for a stack.
        while (true) {
            while (firstChildren[at] != NONE) {
                at = firstChildren[at];
            }
            int parent = at == node ? NONE : parents[at];
            if (parent != NONE) {
                firstChildren[parent] = next[at];
            }
            free(at);
            if (parent == NONE) {
                return before - count;
            }
            at = parent;
        }
    }

    private void unlink(int node) {
        int parent = parents[node];
        if (previous[node] != NONE) {
            next[previous[node]] = next[node];
        } else if (parent != NONE) {
            firstChildren[parent] = next[node];
        }
        if (next[node] != NONE) {
            previous[next[node]] = previous[node];
        }
        previous[node] = NONE;
        next[node] = NONE;
    }

    private void free(int node) {
        count--;
        if (uses[node] < maxUseCount) {
            next[node] = firstFree;
            firstFree = node;
        }
        uses[node] = -uses[node];
    }

    /**
     * Makes {@code node} the root of its tree, releases all nodes that are not its descendants, and returns their
     * number.
     */
    int reroot(int node) {
        int root = node;
        while (parents[root] != NONE) {
            root = parents[root];
        }
        if (root == node) {
            return 0;
        }
        unlink(node);
        parents[node] = NONE;
        return release(root);
    }

    /** Returns the handle of a node. */
    long handle(int node) {
        return (long) uses[node] << HANDLE_INDEX_BITS | node;
    }

    /**
     * Returns the node with {@code handle}.
     *
     * @param field the name of the field for the error message
     * @throws InvalidValueException if the node was released or never existed
     */
    int node(String field, long handle) {
        long node = handle & 0xFFFFFFFFL;
        int use = (int) (handle >>> HANDLE_INDEX_BITS);
        if (use <= 0 || node >= usedCount || Math.abs(uses[(int) node]) < use) {
            throw InvalidValueException.not(
                    field, Long.toUnsignedString(handle), "the handle of a node of this stream");
        }
        if (uses[(int) node] != use) {
            throw InvalidValueException.because(
                    field + " " + handle + " is the handle of a node that was released",
                    field,
                    handle,
                    "the handle of a node that was not released");
        }
        return (int) node;
    }

    /** Returns whether {@code node} was ever allocated; any int is accepted. */
    boolean isKnown(int node) {
        return node >= 0 && node < usedCount;
    }

    /** Returns whether {@code node} still has {@code handle}. */
    boolean isCurrent(int node, long handle) {
        return handle(node) == handle;
    }

    /** Returns the number of the node's tree. */
    int tree(int node) {
        return trees[node];
    }

    /** Returns the node's parent, {@link #NONE} for a root. */
    int parent(int node) {
        return parents[node];
    }

    /** Returns the action that led from the parent to the node. */
    int action(int node) {
        return actions[node];
    }

    /** Returns the number of moves from the start of the game to the node. */
    int depth(int node) {
        return depths[node];
    }

    /** Returns the size in memory of the arrays of {@code nodeCount} nodes, in bytes, with room to grow by half. */
    static long memoryBytes(long nodeCount) {
        long capacity = INITIAL_CAPACITY;
        while (capacity <= nodeCount) {
            capacity += capacity / 2;
        }
        return MemoryModel.NODES.bytes(capacity);
    }
}
