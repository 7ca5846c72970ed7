package dev.tengen.env;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Opens batches for tests, and steps some of their lanes. */
final class TestBatches {
    private TestBatches() {}

    /** Opens a batch with the seeds 100, 101 and so on. */
    static EnvironmentBatch batch(int laneCount, Autoreset autoreset, TestSpec... specs) {
        long[] seeds = new long[laneCount];
        for (int lane = 0; lane < laneCount; lane++) {
            seeds[lane] = 100 + lane;
        }
        List<EnvironmentSpec> list = new ArrayList<>();
        for (TestSpec spec : specs) {
            list.add(spec.build());
        }
        EnvironmentBatch batch = new EnvironmentBatch(list, seeds, autoreset);
        batch.open();
        return batch;
    }

    /** Opens a batch of one lane. */
    static EnvironmentBatch batch(Autoreset autoreset, TestSpec spec) {
        return batch(1, autoreset, spec);
    }

    /** Returns numbers as the bytes of a request. */
    static byte[] lanes(int... lanes) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * lanes.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(lanes);
        return bytes.array();
    }

    /** Plays an action in each of the given lanes. */
    static LaneRows stepSome(EnvironmentBatch batch, byte[] lanes, int... actions) {
        LaneRows rows = batch.rows(lanes);
        rows.setActions(lanes(actions));
        batch.step(rows, 0, rows.rowCount());
        return rows;
    }
}
