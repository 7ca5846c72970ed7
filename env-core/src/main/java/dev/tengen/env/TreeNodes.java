package dev.tengen.env;

import dev.tengen.board.InvalidValueException;
import java.util.Arrays;

/**
 * The nodes of trees: for each its parent, the action that led to it, and its children, as numbers in arrays. Boards are
 * not kept here, and a node takes 30 bytes. Adding, releasing and asking allocate nothing but when the arrays grow. Not
 * thread-safe, but threads may ask at once while none adds or releases.
 */
final class TreeNodes {
    /*
     * A node is an index into the arrays. To the outside it is a handle: the index, and above it how often that index had
     * been given away when the node was made. So the handle of a released node is never taken for the node that got its
     * place, however late it comes: an index that was given away as often as a handle can tell is not used again.
     *
     * Children of a node form a list, linked both ways, so that any subtree is cut off in one step. Released nodes form a
     * list, too, linked by `next`.
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

    /** Indices that were ever given away. */
    private int usedCount;

    private int firstFree = NONE;
    private int count;

    /** Allows {@code maxCount} nodes at once. */
    TreeNodes(int maxCount) {
        this(maxCount, Integer.MAX_VALUE);
    }

    /** Allows {@code maxCount} nodes at once, and an index to be given away {@code maxUseCount} times. */
    TreeNodes(int maxCount, int maxUseCount) {
        this.maxCount = maxCount;
        this.maxUseCount = maxUseCount;
    }

    /** Returns the count of nodes that are there. */
    int count() {
        return count;
    }

    /** Returns how many more nodes there may be. */
    int room() {
        return maxCount - count;
    }

    /** Adds the root of a tree; there must be room. */
    int addRoot(int tree, int depth) {
        return add(tree, NONE, depth, 0);
    }

    /** Adds a child; there must be room. */
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
        // Beyond maxCount only where indices are used up.
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

    /** Releases {@code node} and all below it, and returns how many those were. */
    int release(int node) {
        unlink(node);
        int before = count;
        int at = node;
        // Down to a leaf, which goes, then on with what is left of its parent: no stack, however deep the tree is.
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

    /** Makes {@code node} the root of its tree and releases all that is not below it; returns how many those were. */
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
     * Returns the node that has {@code handle}. Throws {@link InvalidValueException}, whose message calls it {@code field},
     * where there is none: no longer, or never.
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

    /** Returns whether {@code node} is there and still the one that had {@code handle}. */
    boolean isThere(int node, long handle) {
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

    /** Returns the number of moves since the start of the game. */
    int depth(int node) {
        return depths[node];
    }
}
