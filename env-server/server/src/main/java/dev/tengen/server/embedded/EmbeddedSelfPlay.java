package dev.tengen.server.embedded;

import dev.tengen.base.InvalidValueException;
import dev.tengen.server.search.HostedSelfPlay;
import dev.tengen.server.search.SelfPlayPlan;
import dev.tengen.server.service.LocalStream;
import java.nio.ByteBuffer;

/**
 * The evaluations of a self-play without messages: evaluations and leaves are {@linkplain EmbeddedLeaves rows} in
 * direct buffers.
 */
public final class EmbeddedSelfPlay extends EmbeddedStream<HostedSelfPlay> {
    private final SelfPlayPlan plan;

    /** Creates the evaluations of {@code selfPlay}, which {@code stream} has opened. */
    EmbeddedSelfPlay(LocalStream stream, HostedSelfPlay selfPlay) {
        super(stream, HostedSelfPlay.class);
        plan = selfPlay.plan();
    }

    /**
     * Returns where each field of the rows of {@code group} starts and ends in a buffer, in bytes, in the order of
     * {@link EmbeddedLeaves}: two numbers each. The buffer must be as long as the end of the last field, or longer.
     *
     * @throws InvalidValueException if there is no such group
     */
    public int[] ranges(int group) {
        InvalidValueException.requireWithin("group", group, 0, plan.groupCount() - 1);
        return EmbeddedLeaves.ranges(plan, group);
    }

    /**
     * Returns the rows of {@code group} in {@code buffer}, a direct buffer.
     *
     * @throws InvalidValueException if there is no such group
     * @throws IllegalArgumentException if the buffer is too short for {@link #ranges}
     */
    public EmbeddedLeaves leaves(int group, ByteBuffer buffer) {
        return new EmbeddedLeaves(plan, group, ranges(group), buffer);
    }

    /**
     * Begins a request with the evaluations in {@code leaves}, which must not be in flight, without waiting for its
     * end. The message of the answer is a {@code SelfPlayResponse} with the games that have ended, and whether the
     * group is finished.
     *
     * @param count number of evaluations; 0 if the group has not begun, or has paused
     * @param isPause whether to select no leaves
     */
    public void evaluate(EmbeddedLeaves leaves, int count, boolean isPause) {
        leaves.prepare(count, isPause);
        begin(leaves);
    }
}
