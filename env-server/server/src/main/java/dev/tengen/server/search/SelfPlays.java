package dev.tengen.server.search;

import dev.tengen.search.SelfPlay;
import dev.tengen.server.batch.LaneQuota;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** All self-plays of a server. Their slots count as lanes. Thread-safe. */
public final class SelfPlays {
    private final LaneQuota laneQuota;
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
     * @param laneQuota has the slots
     * @param maxRequestBytes maximum length of a request, into which the evaluations of a group must fit
     * @param maxAnswerBytes maximum length of an answer
     * @param executor executes the requests
     * @param drainHooks end the streams
     * @param listener receives the events of the games
     * @param budget has the memory of games, trees and answers
     */
    public SelfPlays(
            LaneQuota laneQuota,
            long maxRequestBytes,
            long maxAnswerBytes,
            RowExecutor executor,
            DrainHooks drainHooks,
            ActivityListener listener,
            MemoryBudget budget) {
        this.laneQuota = laneQuota;
        this.maxRequestBytes = maxRequestBytes;
        this.maxAnswerBytes = maxAnswerBytes;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.listener = listener;
        this.budget = budget;
    }

    /**
     * Opens a self-play, which occupies its lanes until it is {@linkplain HostedSelfPlay#close closed}.
     *
     * @param call the call that it belongs to
     * @param owner what its principal uses
     * @param plan what is played
     * @throws dev.tengen.server.error.CallException if there are too many lanes, or too little memory is free
     * @throws dev.tengen.base.InvalidValueException if a value is out of range, or the rows of a group are too long
     */
    public HostedSelfPlay open(CallToken call, PrincipalUsage owner, SelfPlayPlan plan) {
        plan.requireShortMessages(maxRequestBytes, maxAnswerBytes);
        Runnable release = laneQuota.reserve(owner, "slot_count", plan.slotCount());
        SearchMemory memory = new SearchMemory(budget.limitedBy(owner));
        try {
            memory.open(plan);
            SelfPlay selfPlay =
                    new SelfPlay(plan.spec(), plan.settings(), plan.slotCount(), plan.seed(), plan.maxGameCount());
            RowExecutor.Stream rows = executor.stream(call, plan.spec().grid().pointCount(), false);
            return new HostedSelfPlay(selfPlay, plan, rows, listener, memory, release);
        } catch (RuntimeException | Error e) {
            memory.close();
            release.run();
            throw e;
        }
    }

    /** Returns the maximum of slots of a self-play. */
    public int maxSlotCount() {
        return laneQuota.max();
    }

    /** Returns what draws the seeds of clients that give none. */
    public LongSupplier seeds() {
        return random::nextLong;
    }

    /** Returns the budget that has the memory of games, requests and answers. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns the hooks that end the streams of self-plays. */
    public DrainHooks drainHooks() {
        return drainHooks;
    }
}
