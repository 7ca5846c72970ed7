package dev.tengen.env;

import static dev.tengen.env.LittleEndianBytes.INT;
import static dev.tengen.env.LittleEndianBytes.LONG;

import dev.tengen.base.CooperativeThread;
import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Legality;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;

/**
 * The trees of a search. Each node is a position with its complete history, one action after the position of its
 * parent. Handles identify nodes.
 *
 * <pre>{@code
 * EnvironmentForest forest = new EnvironmentForest(spec);
 * long root = forest.plant(List.of(TreeRoot.of(environment))).handle(0);
 * TreeRows rows = forest.expand(new long[] {root, root}, 40, 41);
 * forest.reroot(rows.handle(1));
 * }</pre>
 *
 * <p>A node is a few numbers. There is one board per tree, and one more for each thread that works in the same tree
 * concurrently. A board moves from node to node, so it is fastest to expand neighboring nodes one after another.
 *
 * <p>The caller moves for both players, regardless of the opponent in the spec of a root. An illegal action creates no
 * node. Resignation is not supported.
 *
 * <p>An expansion has three steps: {@link #rows} reserves the nodes, {@link #expand(TreeRows, int, int)} fills a range
 * of rows, and {@link #finish} completes it. Threads may fill disjoint ranges of the same rows concurrently. Everything
 * else is for one thread at a time. A call that throws changes nothing.
 */
public final class EnvironmentForest {

    private final ForestSpec spec;
    private final RowLayout layout;
    private final TreeNodes nodes;
    private final LongPredicate boards;

    /** Trees by number. */
    private final Map<Integer, ForestTree> trees = new HashMap<>();

    private int plantedCount;

    /** Creates a forest without trees, which keeps each board that it has made. */
    public EnvironmentForest(ForestSpec spec) {
        this(spec, bytes -> true);
    }

    /**
     * Creates a forest without trees.
     *
     * @param boards whether a tree may keep another board of that many bytes, which it made for a second thread.
     *     Several threads may call it. {@link #treeBytes()} counts the boards that were kept.
     */
    public EnvironmentForest(ForestSpec spec, LongPredicate boards) {
        this.spec = spec;
        this.boards = boards;
        layout = spec.layout();
        nodes = new TreeNodes(spec.maxNodeCount());
    }

    /** Returns the layout of rows. */
    public RowLayout layout() {
        return layout;
    }

    /**
     * Returns an estimate of the size in memory of the nodes of a forest, in bytes, when it has had {@code nodeCount}
     * at a time.
     */
    public static long nodeBytes(long nodeCount) {
        return TreeNodes.memoryBytes(nodeCount);
    }

    /**
     * Returns an estimate of the size in memory of a new tree, in bytes: its history and a board.
     *
     * @param root the spec of the root
     * @param moveCount the move number of the root
     * @throws InvalidValueException if its board is larger than the forest allows
     */
    public long treeBytes(EnvironmentSpec root, int moveCount) {
        return ForestTree.memoryBytes(spec.of(root), layout, moveCount);
    }

    /**
     * Returns an estimate of the size in memory of all trees without their nodes, in bytes. Boards grow with the
     * deepest node.
     */
    public long treeBytes() {
        return trees.values().stream().mapToLong(ForestTree::memoryBytes).sum();
    }

    /**
     * Returns an estimate of how much {@link #treeBytes()} grows when {@code handles} become roots, in bytes, invalid
     * ones aside.
     */
    public long rerootBytes(long... handles) {
        long bytes = 0;
        for (long handle : handles) {
            int node = (int) handle;
            if (nodes.isKnown(node) && nodes.isCurrent(node, handle)) {
                bytes += treeOf(node).rerootBytes(nodes.depth(node));
            }
        }
        return bytes;
    }

    /** Returns the number of nodes, including roots. */
    public int nodeCount() {
        return nodes.count();
    }

    /** Returns the number of trees. */
    public int treeCount() {
        return trees.size();
    }

    /**
     * Adds a tree for each of {@code roots}.
     *
     * @throws InvalidValueException if a board is larger than the forest allows, or an action is illegal
     * @throws ForestFullException if there would be too many nodes
     */
    public TreeRows plant(List<TreeRoot> roots) {
        requireRoom(roots.size());
        return plantAll(roots.stream().map(this::prepare).toList());
    }

    /**
     * A root that is ready to be planted.
     *
     * @param environment an environment at the root
     * @param base its state
     */
    public record PreparedRoot(Environment environment, EnvironmentSnapshot base) {}

    /**
     * Replays the moves up to {@code root}, for {@link #plantAll}. It changes nothing in this forest, and several
     * threads may call it at the same time.
     *
     * @throws InvalidValueException if the board is larger than the forest allows, or an action is illegal
     * @throws CancellationException if the thread is interrupted
     */
    public PreparedRoot prepare(TreeRoot root) {
        spec.requireFit(root.spec());
        Environment environment = root.environment(spec.encodings(), spec.form());
        return new PreparedRoot(environment, environment.snapshot());
    }

    /**
     * Adds a tree for each of {@code roots}, which {@link #prepare} made and which are not used otherwise.
     *
     * @throws ForestFullException if there would be too many nodes
     * @throws CancellationException if the thread is interrupted
     */
    public TreeRows plantAll(List<PreparedRoot> roots) {
        requireRoom(roots.size());
        int[] planted = new int[roots.size()];
        TreeRows rows = new TreeRows(layout, planted);
        int row = 0;
        try {
            for (; row < planted.length; row++) {
                CooperativeThread.offerTurn();
                if (Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("interrupted after " + row + " of " + planted.length + " roots");
                }
                plant(roots.get(row), planted, rows, row);
            }
        } finally {
            if (row < planted.length) {
                remove(planted, row);
            }
        }
        return rows;
    }

    private void plant(PreparedRoot root, int[] planted, TreeRows rows, int row) {
        Environment environment = root.environment();
        int number = plantedCount++;
        int moveNumber = environment.game().moveNumber();
        planted[row] = nodes.addRoot(number, moveNumber);
        ForestTree tree = new ForestTree(nodes, root, planted[row], layout, boards);
        trees.put(number, tree);
        TreeCursor cursor = tree.acquire();
        cursor.describe(rows.positions(), row);
        tree.release(cursor);
        rows.setHandle(row, nodes.handle(planted[row]));
    }

    /** Removes the first {@code count} of the trees that were planted. */
    private void remove(int[] planted, int count) {
        for (int row = 0; row < count; row++) {
            trees.remove(nodes.tree(planted[row]));
            nodes.release(planted[row]);
        }
    }

    private void requireRoom(int count) {
        if (count > nodes.room()) {
            throw new ForestFullException(nodes.count(), spec.maxNodeCount(), count);
        }
    }

    /**
     * Creates a child of each of {@code parents} by the action at the same index.
     *
     * @throws InvalidValueException if a handle is invalid, or the number of actions does not match
     * @throws ForestFullException if there would be too many nodes
     */
    public TreeRows expand(long[] parents, int... actions) {
        TreeRows rows = rows(LittleEndianBytes.of(parents), LittleEndianBytes.of(actions));
        expand(rows, 0, rows.rowCount());
        finish(rows);
        return rows;
    }

    /**
     * Reserves a child of each of {@code parents}, a uint64 each, by {@code actions}, an int32 each.
     *
     * @throws InvalidValueException if a handle is invalid, or the number of actions does not match
     * @throws ForestFullException if there would be too many nodes
     */
    public TreeRows rows(byte[] parents, byte[] actions) {
        return rows(parents, actions, bytes -> {});
    }

    /**
     * Reserves a child of each of {@code parents}, a uint64 each, by {@code actions}, an int32 each.
     *
     * @param growth called before anything changes if {@link #treeBytes()} grows because the children are deeper than
     *     all other nodes, with an estimate of how much; what it throws is passed on
     * @throws InvalidValueException if a handle is invalid, or the number of actions does not match
     * @throws ForestFullException if there would be too many nodes
     */
    public TreeRows rows(byte[] parents, byte[] actions, LongConsumer growth) {
        int[] parentNodes = nodes("parents", parents);
        if (actions.length != parentNodes.length * Integer.BYTES) {
            throw InvalidValueException.not(
                    "actions",
                    "of " + actions.length + " bytes",
                    parentNodes.length * Integer.BYTES + " bytes long, an int32 for each parent");
        }
        requireRoom(parentNodes.length);
        long growthBytes = eachTree(parentNodes, ForestTree::growthBytes);
        if (growthBytes > 0) {
            growth.accept(growthBytes);
            eachTree(parentNodes, (tree, depth) -> {
                tree.grow(depth);
                return 0;
            });
        }
        int[] children = new int[parentNodes.length];
        for (int row = 0; row < children.length; row++) {
            children[row] = nodes.addChild(parentNodes[row], (int) INT.get(actions, row * Integer.BYTES));
        }
        TreeRows rows = new TreeRows(layout, children);
        rows.positions().setActions(actions.clone());
        return rows;
    }

    /**
     * Calls {@code function} with each tree of {@code parents} and the greatest depth of their children, and returns
     * the sum.
     */
    private long eachTree(int[] parents, DepthFunction function) {
        long sum = 0;
        int row = 0;
        while (row < parents.length) {
            int first = parents[row];
            int depth = 0;
            for (; row < parents.length && nodes.tree(parents[row]) == nodes.tree(first); row++) {
                depth = Math.max(depth, nodes.depth(parents[row]) + 1);
            }
            sum += function.apply(treeOf(first), depth);
        }
        return sum;
    }

    /** What a tree and the depth of a node in it lead to. */
    @FunctionalInterface
    private interface DepthFunction {
        long apply(ForestTree tree, int depth);
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
            TreeCursor cursor = tree.acquire();
            for (; row < to && nodes.tree(rows.node(row)) == number; row++) {
                int child = rows.node(row);
                cursor.moveTo(nodes.parent(child), tree.root());
                cursor.step(rows.positions().action(row), child, rows.positions(), row);
            }
            tree.release(cursor);
        }
    }

    private ForestTree treeOf(int node) {
        return Objects.requireNonNull(trees.get(nodes.tree(node)), "a node has a tree");
    }

    /**
     * Completes an expansion whose rows are all filled. Removes the nodes of illegal actions and sets the handles of
     * the others.
     */
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
     * Releases nodes with all their descendants, and returns the number of released nodes. Releasing a root removes its
     * tree. One of the nodes may be a descendant of another.
     *
     * @throws InvalidValueException if a handle is invalid or occurs twice
     */
    public int release(long... handles) {
        int[] released = distinct(handles);
        int count = 0;
        for (int i = 0; i < released.length; i++) {
            // It may have been released with an earlier one.
            if (nodes.isCurrent(released[i], handles[i])) {
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
     * Makes each of the nodes the root of its tree, as after a move is played. Releases all nodes of these trees that
     * are not descendants of the new roots, and returns their number.
     *
     * @throws InvalidValueException if a handle is invalid, or two nodes are in the same tree
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
