package dev.tengen.server.tree;

import dev.tengen.env.ForestSpec;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.Quota;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.quota.QuotaKind;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** All forests of a server, and the quotas of their nodes and trees. Thread-safe. */
public final class Forests {
    private static final int DEFAULT_NODE_COUNT = 1_000_000;

    private final Quota nodeQuota;
    private final Quota treeQuota;
    private final long maxAnswerBytes;
    private final RowExecutor executor;
    private final DrainHooks drainHooks;
    private final ActivityListener listener;
    private final MemoryBudget budget;
    private final AtomicLong nodeCount = new AtomicLong();

    /**
     * Creates the registry.
     *
     * @param limits limits on all forests together
     * @param maxAnswerBytes maximum length of an answer
     * @param executor executes the requests
     * @param drainHooks end the streams
     * @param listener receives the events of the trees
     * @param budget has the memory of nodes, roots and answers
     */
    public Forests(
            ForestLimits limits,
            long maxAnswerBytes,
            RowExecutor executor,
            DrainHooks drainHooks,
            ActivityListener listener,
            MemoryBudget budget) {
        nodeQuota = new Quota("nodes", "max_node_count", Reason.TOO_MANY_NODES, limits.maxNodeCount());
        treeQuota = new Quota("trees", "roots", Reason.TOO_MANY_TREES, limits.maxTreeCount());
        this.maxAnswerBytes = maxAnswerBytes;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.listener = listener;
        this.budget = budget;
    }

    /**
     * Creates a forest, which occupies its quota until it is {@linkplain Forest#close closed}.
     *
     * @param call the call that it belongs to
     * @param owner what its principal uses
     * @param maxNodeCount the maximum of its nodes
     * @param spec returns its spec, with room for that many nodes
     * @throws dev.tengen.server.error.CallException if there are too many nodes
     */
    public Forest open(CallToken call, PrincipalUsage owner, int maxNodeCount, Supplier<ForestSpec> spec) {
        nodeQuota.reserve(maxNodeCount);
        try {
            return new Forest(spec.get(), call, owner, maxNodeCount, this);
        } catch (RuntimeException | Error e) {
            nodeQuota.release(maxNodeCount);
            throw e;
        }
    }

    /** Returns the maximum of nodes of all forests. */
    public int maxNodeCount() {
        return nodeQuota.max();
    }

    /** Returns the maximum of nodes of a forest that does not ask for one. */
    public int defaultNodeCount() {
        return Math.min(DEFAULT_NODE_COUNT, nodeQuota.max());
    }

    /** Returns the maximum of trees of all forests. */
    public int maxTreeCount() {
        return treeQuota.max();
    }

    /** Returns the count of nodes. */
    public long nodeCount() {
        return nodeCount.get();
    }

    /** Returns the count of nodes that streams have reserved. */
    public int reservedNodeCount() {
        return nodeQuota.reserved();
    }

    /** Returns the count of trees. */
    public int treeCount() {
        return treeQuota.reserved();
    }

    /** Returns the hooks that end the streams of forests. */
    public DrainHooks drainHooks() {
        return drainHooks;
    }

    Quota nodeQuota() {
        return nodeQuota;
    }

    /**
     * Takes {@code count} trees, of those of all and of those of {@code owner}. Positions of searches count as trees,
     * too.
     *
     * @throws CallException if fewer are free
     */
    public void reserveTrees(PrincipalUsage owner, int count) {
        owner.reserve(QuotaKind.TREES, count);
        try {
            treeQuota.reserve(count);
        } catch (CallException e) {
            owner.release(QuotaKind.TREES, count);
            throw e;
        }
    }

    /** Gives back {@code count} trees that were taken. */
    public void releaseTrees(PrincipalUsage owner, int count) {
        treeQuota.release(count);
        owner.release(QuotaKind.TREES, count);
    }

    long maxAnswerBytes() {
        return maxAnswerBytes;
    }

    RowExecutor executor() {
        return executor;
    }

    /** Returns the budget that has the memory of nodes, roots, requests and answers. */
    public MemoryBudget budget() {
        return budget;
    }

    ActivityListener listener() {
        return listener;
    }

    /** Returns the counter of the nodes of all forests. */
    AtomicLong nodeCounter() {
        return nodeCount;
    }
}
