package dev.tengen.env;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A tree of a forest: its root, and a pool of cursors, one for each thread that has worked in it concurrently. Several threads may
 * acquire and release cursors; everything else is for one thread at a time.
 */
final class ForestTree {
    private final TreeNodes nodes;
    private final EnvironmentSpec spec;
    private final RowLayout layout;
    private final long memoryBytes;
    private final Deque<TreeCursor> idle = new ArrayDeque<>();
    private EnvironmentSnapshot base;
    private int root;

    /**
     * Creates a tree of the node {@code root}, the state of {@code prepared}. The first cursor takes ownership of its environment.
     * {@code memoryBytes} is the estimate of its size.
     */
    ForestTree(TreeNodes nodes, EnvironmentForest.PreparedRoot prepared, int root, RowLayout layout, long memoryBytes) {
        this.memoryBytes = memoryBytes;
        this.nodes = nodes;
        this.root = root;
        this.layout = layout;
        spec = prepared.environment().spec();
        base = prepared.base();
        idle.push(new TreeCursor(nodes, prepared.environment(), root, layout));
    }

    /** Returns the estimate of the size of the tree in memory, in bytes, when it was planted. */
    long memoryBytes() {
        return memoryBytes;
    }

    /** Returns a cursor for exclusive use. */
    TreeCursor acquire() {
        TreeCursor cursor;
        synchronized (idle) {
            cursor = idle.poll();
        }
        return cursor == null ? new TreeCursor(nodes, new Environment(spec, base), root, layout) : cursor;
    }

    /** Returns a cursor to the pool. A cursor in an unknown state after an exception must not be released. */
    void release(TreeCursor cursor) {
        synchronized (idle) {
            idle.push(cursor);
        }
    }

    /** Returns the root. */
    int root() {
        return root;
    }

    /** Makes {@code node} the root and releases the nodes that are not its descendants. All cursors must have been released. */
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
    }
}
