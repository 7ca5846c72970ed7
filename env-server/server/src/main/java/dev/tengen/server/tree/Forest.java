package dev.tengen.server.tree;

import dev.tengen.env.EnvironmentForest;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.ForestSpec;
import dev.tengen.env.RowLayout;
import dev.tengen.env.TreeRoot;
import dev.tengen.env.TreeRows;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.quota.PrincipalUsage;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The trees of one stream. It takes one request at a time: a call returns at once, and the answer comes when the work
 * is done, from this thread or another. A request that is wrong throws or fails, and has changed nothing.
 */
public final class Forest implements AutoCloseable {
    /** A node costs about as much as this many steps of a lane: a board moves to it from another node. */
    private static final int STEPS_PER_NODE = 4;

    /** Up to this many nodes may be released on a thread of the transport. */
    private static final int MAX_INLINE_NODE_COUNT = 10_000;

    private final EnvironmentForest trees;
    private final int maxNodeCount;
    private final Forests forests;
    private final PrincipalUsage owner;
    private final ForestMemory memory;
    private final RowExecutor.Stream executor;
    private int countedNodes;
    private int countedTrees;

    /**
     * Creates trees with {@code spec}, which belong to {@code call} of {@code owner} and have a quota of
     * {@code maxNodeCount} nodes.
     */
    Forest(ForestSpec spec, CallToken call, PrincipalUsage owner, int maxNodeCount, Forests forests) {
        this.owner = owner;
        this.maxNodeCount = maxNodeCount;
        this.forests = forests;
        memory = new ForestMemory(forests.budget().limitedBy(owner), spec);
        trees = memory.trees();
        executor = forests.executor().stream(
                call, trees.layout().width() * trees.layout().height(), false);
    }

    /**
     * The result of a request.
     *
     * @param rows the nodes that it created, if it creates nodes
     * @param releasedNodeCount count of the nodes that it released
     * @param nodeCount count of the nodes of the stream after it
     * @param treeCount count of the trees of the stream after it
     */
    public record Result(Optional<TreeRows> rows, int releasedNodeCount, int nodeCount, int treeCount) {}

    /** Returns the layout of rows. */
    public RowLayout layout() {
        return trees.layout();
    }

    /** Returns the maximum of nodes. */
    public int maxNodeCount() {
        return maxNodeCount;
    }

    /** Returns the result of a request that did nothing: the counts. */
    public Result status() {
        return result(Optional.empty(), 0);
    }

    /**
     * Plants {@code count} trees.
     *
     * @param count how many
     * @param roots returns the position that a tree starts from, by its index; several threads call it. It calls
     *     {@link #reserveRoot} before it reads a position.
     * @throws CallException if there are no roots or too many, or too little memory is free
     */
    public void plant(int count, IntFunction<TreeRoot> roots, StreamAnswer<Result> answer) {
        if (count == 0) {
            throw CallException.invalid("roots", "[]", "at least one");
        }
        requireShortAnswer("roots", count);
        memory.growForNodes(count);
        forests.reserveTrees(owner, count);
        countedTrees += count;
        EnvironmentForest.PreparedRoot[] prepared = new EnvironmentForest.PreparedRoot[count];
        executor.executeEach(
                count,
                index -> prepared[index] = trees.prepare(roots.apply(index)),
                () -> result(Optional.of(trees.plantAll(List.of(prepared))), 0),
                new StreamAnswer<>() {
                    @Override
                    public void answered(Result result) {
                        answer.answered(result);
                    }

                    @Override
                    public void failed(Throwable error) {
                        countedTrees -= count;
                        forests.releaseTrees(owner, count);
                        memory.settleRoots();
                        answer.failed(error);
                    }
                });
    }

    /**
     * Reserves the memory of a root that is about to be read. Thread-safe.
     *
     * @param spec the spec of the root
     * @param moveCount its move number
     * @param proposalBytes the size of its proposals of dead stones, see
     *     {@link dev.tengen.env.Environment#proposalBytes}
     * @throws CallException if too little is free
     */
    public void reserveRoot(EnvironmentSpec spec, int moveCount, long proposalBytes) {
        memory.growForRoot(spec, moveCount, proposalBytes);
    }

    /**
     * Creates the nodes that actions lead to.
     *
     * @param parents the handles of the nodes, a little-endian 64-bit integer each
     * @param actions the actions, a little-endian int32 each
     * @throws CallException if there are too many, or too little memory is free
     * @throws dev.tengen.base.InvalidValueException if a node or an action is invalid
     * @throws dev.tengen.env.ForestFullException if there is no room for the nodes
     */
    public void expand(byte[] parents, byte[] actions, StreamAnswer<Result> answer) {
        requireShortAnswer("parents", parents.length / Long.BYTES);
        memory.growForNodes(parents.length / Long.BYTES);
        TreeRows rows = trees.rows(parents, actions, memory::growForDepth);
        executor.execute(
                rows.rowCount(),
                STEPS_PER_NODE,
                (from, to) -> trees.expand(rows, from, to),
                () -> expanded(rows),
                answer);
    }

    private Result expanded(TreeRows rows) {
        trees.finish(rows);
        forests.listener().nodesExpanded(trees.nodeCount() - countedNodes);
        return result(Optional.of(rows), 0);
    }

    private void requireShortAnswer(String field, int count) {
        int rowBytes = trees.layout().rowByteCount() + Long.BYTES;
        if ((long) rowBytes * count > forests.maxAnswerBytes()) {
            throw CallException.invalid(
                    field,
                    "of " + count + " nodes",
                    "at most " + forests.maxAnswerBytes() / rowBytes + " where a row is " + rowBytes + " bytes long");
        }
    }

    /**
     * Releases {@code nodes} with all their descendants.
     *
     * @throws dev.tengen.base.InvalidValueException if a node is invalid
     */
    public void release(long[] nodes, StreamAnswer<Result> answer) {
        release(() -> trees.release(nodes), answer);
    }

    /**
     * Makes {@code nodes} the roots of their trees, and releases all nodes that are not their descendants.
     *
     * @throws CallException if too little memory is free
     * @throws dev.tengen.base.InvalidValueException if a node is invalid
     */
    public void reroot(long[] nodes, StreamAnswer<Result> answer) {
        release(() -> rerooted(nodes), answer);
    }

    private int rerooted(long[] nodes) {
        memory.growForDepth(trees.rerootBytes(nodes));
        try {
            return trees.reroot(nodes);
        } finally {
            memory.settleRoots();
        }
    }

    private void release(IntSupplier work, StreamAnswer<Result> answer) {
        Supplier<Result> released = () -> result(Optional.empty(), work.getAsInt());
        if (trees.nodeCount() <= MAX_INLINE_NODE_COUNT) {
            answer.answered(released.get());
        } else {
            executor.submit(released, answer);
        }
    }

    /** Returns a result with the counts, which the server counts now, too. */
    private Result result(Optional<TreeRows> rows, int releasedNodeCount) {
        if (trees.treeCount() != countedTrees) {
            memory.settleRoots();
        }
        count(trees.nodeCount(), trees.treeCount());
        return new Result(rows, releasedNodeCount, countedNodes, countedTrees);
    }

    private void count(int nodes, int treeCount) {
        forests.nodeCounter().addAndGet(nodes - countedNodes);
        countedNodes = nodes;
        if (treeCount != countedTrees) {
            forests.releaseTrees(owner, countedTrees - treeCount);
            countedTrees = treeCount;
        }
    }

    /** Releases the quota. */
    @Override
    public void close() {
        count(0, 0);
        memory.close();
        forests.nodeQuota().release(maxNodeCount);
    }
}
