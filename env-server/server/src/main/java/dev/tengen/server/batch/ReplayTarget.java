package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.LaneProposal;
import dev.tengen.env.LaneSnapshot;
import java.util.List;

/** What a journal is replayed on: the lanes of a batch that is resumed, or of one that is only checked. */
public interface ReplayTarget {
    /** Returns the lanes. */
    EnvironmentBatch lanes();

    /** Starts the first episodes. */
    void replayOpen();

    /**
     * Puts a lane into a state.
     *
     * @throws dev.tengen.base.InvalidValueException if {@code snapshot} is not that of a legal game
     * @throws dev.tengen.server.error.CallException if its episode is too long for the memory
     */
    void restore(int lane, LaneSnapshot snapshot);

    /** Carries out the request of {@link Batch#step} again; throws what that throws. */
    void replayStep(byte[] laneNumbers, byte[] actions, List<LaneProposal> proposals);

    /** Carries out the request of {@link Batch#reset} again; throws what that throws. */
    void replayReset(byte[] laneNumbers, byte[] seeds);
}
