package dev.tengen.server.search;

import dev.tengen.search.SelfPlay;
import dev.tengen.server.batch.LaneQuota;
import dev.tengen.server.execution.CallToken;
import dev.tengen.server.execution.RowExecutor;
import dev.tengen.server.quota.PrincipalUsage;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/** All self-plays of a server. Their slots count as lanes. Thread-safe. */
public final class SelfPlays {
    private final LaneQuota laneQuota;
    private final SearchHost host;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the registry.
     *
     * @param laneQuota has the slots
     * @param host what searches share
     */
    public SelfPlays(LaneQuota laneQuota, SearchHost host) {
        this.laneQuota = laneQuota;
        this.host = host;
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
        plan.requireShortMessages(host.maxRequestBytes(), host.maxAnswerBytes());
        Runnable release = laneQuota.reserve(owner, "slot_count", plan.slotCount());
        SearchMemory memory = new SearchMemory(host.budget().limitedBy(owner));
        try {
            memory.open(plan);
            SelfPlay selfPlay =
                    new SelfPlay(plan.specs(), plan.settings(), plan.slotCount(), plan.seed(), plan.maxGameCount());
            RowExecutor.Stream rows =
                    host.executor().stream(call, plan.form().grid().pointCount(), false);
            return new HostedSelfPlay(selfPlay, plan, rows, host.listener(), memory, release);
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

    /** Returns what searches share. */
    public SearchHost host() {
        return host;
    }
}
