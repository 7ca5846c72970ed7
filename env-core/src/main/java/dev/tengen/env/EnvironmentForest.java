package dev.tengen.env;

import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Legality;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Trees that a search grows: each node is a position, with all its past, that one action after its parent's leads to. Nodes
 * are named by handles.
 *
 * <pre>{@code
 * EnvironmentForest forest = new EnvironmentForest(spec);
 * long root = forest.plant(List.of(TreeRoot.of(environment))).handle(0);
 * TreeRows rows = forest.expand(new long[] {root, root}, 40, 41);
 * forest.reroot(rows.handle(1));
 * }</pre>
 *
 * <p>A node is a few numbers; boards are not kept but for one in each tree, and one more for each thread that is at work
 * in a tree at the same time. Such a board walks from node to node, so nodes beside one another are best asked for one after
 * another.
 *
 * <p>Both players are the caller's, whatever opponent a root's spec names, an illegal action makes no node, and nobody resigns.
 *
 * <p>An expansion is carried out in three parts: {@link #rows} makes room for the nodes, {@link #expand(TreeRows, int, int)}
 * fills a range of rows, and {@link #finish} ends it. Threads may fill disjoint ranges of the same rows at once; all else is
 * for one thread at a time. A call that throws has changed nothing.
 */
public final class EnvironmentForest {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final ForestSpec spec;
    private final RowLayout layout;
    private final TreeNodes nodes;

    /** Trees by number. */
    private final Map<Integer, ForestTree> trees = new HashMap<>();

    private int plantedCount;

    /** Makes a forest without trees. */
    public EnvironmentForest(ForestSpec spec) {
        this.spec = spec;
        layout = spec.layout();
        nodes = new TreeNodes(spec.maxNodeCount());
    }

    /** Returns how rows are laid out. */
    public RowLayout layout() {
        return layout;
    }

    /** Returns the count of nodes, roots included. */
    public int nodeCount() {
        return nodes.count();
    }

    /** Returns the count of trees. */
    public int treeCount() {
        return trees.size();
    }

    /**
     * Plants a tree for each of {@code roots}. Throws {@link InvalidValueException} where a board is larger than the forest's
     * or an action illegal, and {@link ForestFullException} where there would be too many nodes.
     */
    public TreeRows plant(List<TreeRoot> roots) {
        requireRoom(roots.size());
        List<Environment> environments = new ArrayList<>();
        for (TreeRoot root : roots) {
            environments.add(environment(root));
        }
        int[] planted = new int[roots.size()];
        TreeRows rows = new TreeRows(layout, planted);
        for (int row = 0; row < planted.length; row++) {
            Environment environment = environments.get(row);
            int number = plantedCount++;
            planted[row] = nodes.addRoot(number, environment.game().moveNumber());
            ForestTree tree = new ForestTree(nodes, environment, planted[row], layout);
            trees.put(number, tree);
            TreeCursor cursor = tree.take();
            cursor.describe(rows.positions(), row);
            tree.giveBack(cursor);
            rows.setHandle(row, nodes.handle(planted[row]));
        }
        return rows;
    }

    private Environment environment(TreeRoot root) {
        EnvironmentSpec treeSpec = spec.of(root.spec());
        Environment environment = root.snapshot()
                .map(snapshot -> new Environment(treeSpec, snapshot))
                .orElseGet(() -> new Environment(treeSpec, 0));
        for (int action : root.actions()) {
            Legality legality = action == Environment.RESIGN ? Legality.OUT_OF_RANGE : environment.step(action);
            if (!legality.isLegal()) {
                throw InvalidValueException.not(
                        "actions",
                        "with " + action + ", illegal by " + legality + ",",
                        "a list of actions that can be played one after another");
            }
        }
        return environment;
    }

    private void requireRoom(int count) {
        if (count > nodes.room()) {
            throw new ForestFullException(nodes.count(), spec.maxNodeCount(), count);
        }
    }

    /** Makes a child of each of {@code parents}, by the action at the same place. */
    public TreeRows expand(long[] parents, int... actions) {
        TreeRows rows = rows(LittleEndianBytes.of(parents), LittleEndianBytes.of(actions));
        expand(rows, 0, rows.rowCount());
        finish(rows);
        return rows;
    }

    /**
     * Makes room for a child of each of {@code parents}, a uint64 each, by {@code actions}, an int32 each. Throws {@link
     * InvalidValueException} where one is not the handle of a node, or there are not as many actions, and {@link
     * ForestFullException} where there are too many.
     */
    public TreeRows rows(byte[] parents, byte[] actions) {
        int[] parentNodes = nodes("parents", parents);
        if (actions.length != parentNodes.length * Integer.BYTES) {
            throw InvalidValueException.not(
                    "actions",
                    "of " + actions.length + " bytes",
                    parentNodes.length * Integer.BYTES + " bytes long, an int32 for each parent");
        }
        requireRoom(parentNodes.length);
        int[] children = new int[parentNodes.length];
        for (int row = 0; row < children.length; row++) {
            children[row] = nodes.addChild(parentNodes[row], (int) INT.get(actions, row * Integer.BYTES));
        }
        TreeRows rows = new TreeRows(layout, children);
        rows.positions().takeActions(actions.clone());
        return rows;
    }

    private int[] nodes(String field, byte[] handles) {
        if (handles.length % Long.BYTES != 0) {
            throw InvalidValueException.not(field, "of " + handles.length + " bytes", "a uint64 for each node");
        }
        int[] found = new int[handles.length / Long.BYTES];
        for (int i = 0; i < found.length; i++) {
            found[i] = nodes.node(field, (long) LONG.get(handles, i * Long.BYTES));
        }
        return found;
    }

    /** Fills the rows from {@code from} (inclusive) to {@code to} (exclusive). */
    public void expand(TreeRows rows, int from, int to) {
        int row = from;
        while (row < to) {
            int number = nodes.tree(rows.node(row));
            ForestTree tree = treeOf(rows.node(row));
            TreeCursor cursor = tree.take();
            for (; row < to && nodes.tree(rows.node(row)) == number; row++) {
                int child = rows.node(row);
                cursor.goTo(nodes.parent(child), tree.root());
                cursor.step(rows.positions().action(row), child, rows.positions(), row);
            }
            tree.giveBack(cursor);
        }
    }

    private ForestTree treeOf(int node) {
        return Objects.requireNonNull(trees.get(nodes.tree(node)), "a node has a tree");
    }

    /** Ends an expansion, all of whose rows are filled: nodes of illegal actions go, the others get their handles. */
    public void finish(TreeRows rows) {
        for (int row = 0; row < rows.rowCount(); row++) {
            if (rows.legality(row) == Legality.LEGAL) {
                rows.setHandle(row, nodes.handle(rows.node(row)));
            } else {
                nodes.release(rows.node(row));
            }
        }
    }

    /**
     * Releases the nodes {@code handles} and all below them, and returns how many those were. A tree is gone with its root.
     * Nodes may be below one another. Throws {@link InvalidValueException} where one is not the handle of a node, or is
     * named twice.
     */
    public int release(long... handles) {
        int[] released = distinct(handles);
        int count = 0;
        for (int i = 0; i < released.length; i++) {
            // It may be gone with one before it.
            if (nodes.isThere(released[i], handles[i])) {
                if (nodes.parent(released[i]) == TreeNodes.NONE) {
                    trees.remove(nodes.tree(released[i]));
                }
                count += nodes.release(released[i]);
            }
        }
        return count;
    }

    private int[] distinct(long[] handles) {
        int[] found = new int[handles.length];
        for (int i = 0; i < handles.length; i++) {
            found[i] = nodes.node("nodes", handles[i]);
        }
        long[] sorted = handles.clone();
        Arrays.sort(sorted);
        for (int i = 1; i < sorted.length; i++) {
            if (sorted[i] == sorted[i - 1]) {
                throw InvalidValueException.not(
                        "nodes", "with node " + sorted[i] + " twice", "a list of different nodes");
            }
        }
        return found;
    }

    /**
     * Makes each of the nodes {@code handles} the root of its tree, as after a move that was made; all nodes of those trees
     * that are not below are released. Returns how many those were. Throws {@link InvalidValueException} where one is not the
     * handle of a node, or two are of one tree.
     */
    public int reroot(long... handles) {
        int[] roots = distinct(handles);
        BitSet numbers = new BitSet();
        for (int root : roots) {
            if (numbers.get(nodes.tree(root))) {
                throw InvalidValueException.not("nodes", "with two nodes of one tree", "one node for each tree");
            }
            numbers.set(nodes.tree(root));
        }
        int before = nodes.count();
        for (int root : roots) {
            treeOf(root).reroot(root);
        }
        return before - nodes.count();
    }
}
