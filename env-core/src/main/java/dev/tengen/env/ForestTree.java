package dev.tengen.env;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One tree: its root, and the cursors that walk about in it, as many as threads have been at work on it at once. Cursors are
 * taken and given back by several threads; all else is for one at a time.
 */
final class ForestTree {
    private final TreeNodes nodes;
    private final EnvironmentSpec spec;
    private final RowLayout layout;
    private final Deque<TreeCursor> idle = new ArrayDeque<>();
    private EnvironmentSnapshot base;
    private int root;

    /** Makes a tree of the node {@code root} alone, where {@code environment} stands, which becomes that of a cursor. */
    ForestTree(TreeNodes nodes, Environment environment, int root, RowLayout layout) {
        this.nodes = nodes;
        this.root = root;
        this.layout = layout;
        spec = environment.spec();
        base = environment.snapshot();
        idle.push(new TreeCursor(nodes, environment, root, layout));
    }

    /** Returns a cursor that nobody else has. */
    TreeCursor take() {
        TreeCursor cursor;
        synchronized (idle) {
            cursor = idle.poll();
        }
        return cursor == null ? new TreeCursor(nodes, new Environment(spec, base), root, layout) : cursor;
    }

    /** Gives a cursor back. One that a fault has left who knows where is not given back. */
    void giveBack(TreeCursor cursor) {
        synchronized (idle) {
            idle.push(cursor);
        }
    }

    /** Returns the root. */
    int root() {
        return root;
    }

    /** Makes {@code node} the root and releases the nodes that are not below it. No cursor may be away. */
    void reroot(int node) {
        TreeCursor walker = take();
        walker.goTo(node, root);
        base = walker.snapshot();
        for (TreeCursor cursor : idle) {
            cursor.goTo(node, root);
        }
        giveBack(walker);
        nodes.reroot(node);
        root = node;
    }
}
