package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.ActivityListener;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.DrainHooks;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import java.security.SecureRandom;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** All batches of a server, and the quota of their lanes. Thread-safe. */
public final class Batches {
    private final LaneQuota laneQuota;
    private final long maxAnswerBytes;
    private final RowExecutor executor;
    private final DrainHooks drainHooks;
    private final ActivityListener listener;
    private final MemoryBudget budget;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the registry.
     *
     * @param laneQuota has the lanes of all batches
     * @param maxAnswerBytes maximum length of all rows of a batch
     * @param executor executes the requests
     * @param drainHooks end the streams
     * @param listener receives the events of the lanes
     * @param budget has the memory of lanes and answers
     */
    public Batches(
            LaneQuota laneQuota,
            long maxAnswerBytes,
            RowExecutor executor,
            DrainHooks drainHooks,
            ActivityListener listener,
            MemoryBudget budget) {
        this.laneQuota = laneQuota;
        this.maxAnswerBytes = maxAnswerBytes;
        this.executor = executor;
        this.drainHooks = drainHooks;
        this.listener = listener;
        this.budget = budget;
    }

    /**
     * Creates a batch, which occupies its quota until it is {@linkplain Batch#close closed}.
     *
     * @param call the call that it belongs to
     * @param owner what its principal uses
     * @param laneCount count of lanes
     * @param factory creates the lanes; its argument supplies seeds
     * @throws CallException if there are too many lanes, too little memory is free, or an answer would be too long
     */
    public Batch open(
            CallToken call, PrincipalUsage owner, int laneCount, Function<LongSupplier, EnvironmentBatch> factory) {
        Runnable release = laneQuota.reserve(owner, "lane_count", laneCount);
        try {
            EnvironmentBatch lanes = factory.apply(random::nextLong);
            requireShortAnswer(lanes);
            BatchMemory memory = BatchMemory.reserve(budget.limitedBy(owner), lanes);
            return new Batch(lanes, call, executor, listener, memory, release);
        } catch (RuntimeException | Error e) {
            release.run();
            throw e;
        }
    }

    private void requireShortAnswer(EnvironmentBatch lanes) {
        int rowBytes = lanes.layout().rowByteCount();
        if ((long) rowBytes * lanes.laneCount() > maxAnswerBytes) {
            throw CallException.invalid(
                    "lane_count",
                    lanes.laneCount(),
                    "at most " + maxAnswerBytes / rowBytes + " where a row is " + rowBytes + " bytes long");
        }
    }

    /** Returns the maximum of lanes of all batches. */
    public int maxLaneCount() {
        return laneQuota.max();
    }

    /** Returns the count of open lanes. */
    public int openLaneCount() {
        return laneQuota.reserved();
    }

    /** Returns the budget that has the memory of lanes, requests and answers. */
    public MemoryBudget budget() {
        return budget;
    }

    /** Returns the hooks that end the streams of batches. */
    public DrainHooks drainHooks() {
        return drainHooks;
    }
}
