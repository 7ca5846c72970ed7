package dev.tengen.env;

import dev.tengen.base.MemoryModel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongPredicate;

/**
 * A tree of a forest: its root, and a pool of cursors, one for each thread that has worked in it concurrently. Several
 * threads may acquire and release cursors; everything else is for one thread at a time.
 */
final class ForestTree {
    private final TreeNodes nodes;
    private final EnvironmentSpec spec;
    private final RowLayout layout;
    private final LongPredicate boards;
    private final long proposalBytes;

    /** Cursors that no thread uses; guarded by itself. */
    private final Deque<TreeCursor> idle = new ArrayDeque<>();

    /** The number of cursors that are kept; guarded by {@link #idle}. */
    private int keptCount = 1;

    private EnvironmentSnapshot base;
    private int root;

    /** The greatest depth of a node that there has been. */
    private int deepest;

    /** The estimate of the size in memory; guarded by {@link #idle}. */
    private long memoryBytes;

    /**
     * Creates a tree of the node {@code root}, the state of {@code prepared}. The first cursor takes ownership of its
     * environment. {@code boards} decides about each further cursor whether it is kept, by its size.
     */
    ForestTree(
            TreeNodes nodes,
            EnvironmentForest.PreparedRoot prepared,
            int root,
            RowLayout layout,
            LongPredicate boards) {
        this.nodes = nodes;
        this.boards = boards;
        this.root = root;
        this.layout = layout;
        spec = prepared.environment().spec();
        base = prepared.base();
        deepest = nodes.depth(root);
        proposalBytes = prepared.environment().proposalBytes();
        idle.push(new TreeCursor(nodes, prepared.environment(), root, layout));
        estimate();
    }

    /** Returns an estimate of the size in memory of a tree whose root is at move {@code moveCount}, in bytes. */
    static long memoryBytes(EnvironmentSpec spec, RowLayout layout, int moveCount) {
        return MemoryModel.TREE.bytes(1)
                + EnvironmentSnapshot.memoryBytes(spec.grid(), moveCount)
                + TreeCursor.memoryBytes(spec, layout, moveCount, moveCount);
    }

    /** Returns an estimate of the size in memory of the tree, in bytes. */
    long memoryBytes() {
        synchronized (idle) {
            return memoryBytes;
        }
    }

    private void estimate() {
        synchronized (idle) {
            memoryBytes = MemoryModel.TREE.bytes(1)
                    + EnvironmentSnapshot.memoryBytes(spec.grid(), nodes.depth(root))
                    + proposalBytes
                    + keptCount * cursorBytes(deepest);
        }
    }

    private long cursorBytes(int depth) {
        return TreeCursor.memoryBytes(spec, layout, nodes.depth(root), depth) + proposalBytes;
    }

    /** Returns an estimate of how much the tree grows when it gets nodes at {@code depth}, in bytes. */
    long growthBytes(int depth) {
        if (depth <= deepest) {
            return 0;
        }
        synchronized (idle) {
            return keptCount * (cursorBytes(depth) - cursorBytes(deepest));
        }
    }

    /** Takes note of nodes at {@code depth}. */
    void grow(int depth) {
        if (depth > deepest) {
            deepest = depth;
            estimate();
        }
    }

    /** Returns an estimate of how much the tree grows when its root moves to {@code depth}, in bytes. */
    long rerootBytes(int depth) {
        return EnvironmentSnapshot.memoryBytes(spec.grid(), depth)
                - EnvironmentSnapshot.memoryBytes(spec.grid(), nodes.depth(root));
    }

    /** Returns a cursor for exclusive use. */
    TreeCursor acquire() {
        TreeCursor cursor;
        synchronized (idle) {
            cursor = idle.poll();
        }
        return cursor == null ? new TreeCursor(nodes, new Environment(spec, base), root, layout) : cursor;
    }

    /**
     * Returns a cursor to the pool, which drops it if it may not keep another one. A cursor in an unknown state after
     * an exception must not be released.
     */
    void release(TreeCursor cursor) {
        synchronized (idle) {
            if (idle.size() == keptCount) {
                if (!boards.test(cursorBytes(deepest))) {
                    return;
                }
                keptCount++;
                estimate();
            }
            idle.push(cursor);
        }
    }

    int root() {
        return root;
    }

    /**
     * Makes {@code node} the root and releases the nodes that are not its descendants. All cursors must have been
     * released.
     */
    void reroot(int node) {
        TreeCursor first = acquire();
        first.moveTo(node, root);
        base = first.snapshot();
        for (TreeCursor cursor : idle) {
            cursor.moveTo(node, root);
        }
        release(first);
        nodes.reroot(node);
        root = node;
        estimate();
    }
}
