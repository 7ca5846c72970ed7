package dev.tengen.server.search;

import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import dev.tengen.server.tree.Forests;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** All searches of positions of a server. Their positions count as trees. Thread-safe. */
public final class PositionSearches {
    private final Forests forests;
    private final long maxRequestBytes;
    private final long maxAnswerBytes;
    private final RowExecutor executor;
    private final DrainHooks drainHooks;
    private final ActivityListener listener;
    private final MemoryBudget budget;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the registry.
     *
     * @param forests has the quota of trees
     * @param maxRequestBytes maximum length of a request, into which the evaluations of a round must fit
     * @param maxAnswerBytes maximum length of an answer
     * @param executor executes the requests
     * @param drainHooks end the streams
     * @param listener receives the events of the searches
     * @param budget has the memory of positions, trees and answers
     */
    public PositionSearches(
            Forests forests,
            long maxRequestBytes,
            long maxAnswerBytes,
            RowExecutor executor,
            DrainHooks drainHooks,
            ActivityListener listener,
            MemoryBudget budget) {
        this.forests = forests;
        this.maxRequestBytes = maxRequestBytes;
        this.maxAnswerBytes = maxAnswerBytes;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.listener = listener;
        this.budget = budget;
    }

    /**
     * Opens a search without positions, which uses nothing more once it is {@linkplain HostedPositionSearch#close
     * closed}.
     *
     * @param call the call that it belongs to
     * @param owner what its principal uses
     * @param plan how positions are searched
     */
    public HostedPositionSearch open(CallToken call, PrincipalUsage owner, PositionSearchPlan plan) {
        return new HostedPositionSearch(plan, executor.stream(call, plan.grid().pointCount(), false), owner, this);
    }

    /** Returns the maximum number of positions, of trees of forests and of all searches together. */
    public int maxTreeCount() {
        return forests.maxTreeCount();
    }

    /** Returns what draws the seeds of clients that give none. */
    public LongSupplier seeds() {
        return random::nextLong;
    }

    /** Returns the budget that has the memory of positions, requests and answers. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns the hooks that end the streams of searches. */
    public DrainHooks drainHooks() {
        return drainHooks;
    }

    Forests forests() {
        return forests;
    }

    ActivityListener listener() {
        return listener;
    }

    long maxRequestBytes() {
        return maxRequestBytes;
    }

    long maxAnswerBytes() {
        return maxAnswerBytes;
    }
}
