package dev.tengen.journal;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.LaneProposal;
import dev.tengen.env.LaneRows;
import dev.tengen.env.LaneSnapshot;
import dev.tengen.server.batch.ReplayTarget;
import java.util.List;

/** The lanes of a journal that is checked outside of a server, on this thread and without limits on memory. */
record CheckedLanes(EnvironmentBatch lanes) implements ReplayTarget {
    @Override
    public void replayOpen() {
        LaneRows unused = lanes.open();
    }

    @Override
    public void restore(int lane, LaneSnapshot snapshot) {
        lanes.restore(lane, snapshot);
    }

    @Override
    public void replayStep(byte[] laneNumbers, byte[] actions, List<LaneProposal> proposals) {
        LaneRows rows = lanes.rows(laneNumbers);
        rows.setActions(actions);
        lanes.setProposals(rows, proposals);
        lanes.step(rows, 0, rows.rowCount());
    }

    @Override
    public void replayReset(byte[] laneNumbers, byte[] seeds) {
        LaneRows rows = lanes.rows(laneNumbers);
        lanes.reset(rows, seeds, 0, rows.rowCount());
    }
}
