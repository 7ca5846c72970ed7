package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import dev.tengen.client.batch.BatchSpec;
import dev.tengen.client.batch.LaneRows;
import dev.tengen.client.batch.TengenBatch;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.Rules.KoRule;
import dev.tengen.client.env.SessionSpec;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Steps a batch. It draws actions from the masks and reads rewards and ends. */
final class JavaBatchClient extends JavaStreamClient {
    private final TengenBatch batch;
    private final List<Part> parts;
    private final int bitCount;
    private double rewardSum;

    /** Opens a batch. Each of {@code partCount} parts of it has its own request in flight. */
    JavaBatchClient(String address, int size, String encoding, String ko, int laneCount, int partCount) {
        this(TengenClient.connect(address), size, encoding, ko, laneCount, partCount);
    }

    /** Opens a batch of {@code client}, which belongs to this object. */
    JavaBatchClient(TengenClient client, int size, String encoding, String ko, int laneCount, int partCount) {
        super(client);
        SessionSpec spec = SessionSpec.builder(size, size)
                .ko(KoRule.valueOf(ko.toUpperCase(Locale.ROOT)))
                .encodings(encoding)
                .build();
        bitCount = planeCount(encoding) * size * size;
        batch = client.openBatch(BatchSpec.builder(laneCount, spec).seeds(1).build());
        long count = Math.min(partCount, laneCount);
        parts = LongStream.range(0, count)
                .mapToObj(part -> new Part((int) (laneCount * part / count), (int) (laneCount * (part + 1) / count)))
                .toList();
        parts.forEach(part -> part.choose(batch.reset(part.lanes)));
    }

    @Override
    void play(long end) {
        keepInFlight(parts, () -> System.nanoTime() < end);
        if (Double.isNaN(rewardSum)) {
            throw new AssertionError("a reward is not a number");
        }
    }

    @Override
    public void close() {
        batch.close();
        super.close();
    }

    /** The lanes that one request steps. */
    private final class Part extends Slot {
        final int[] lanes;
        private final int[] actions;

        Part(int first, int end) {
            lanes = IntStream.range(first, end).toArray();
            actions = new int[lanes.length];
        }

        @Override
        void send() {
            if (parts.size() == 1) {
                batch.send(actions);
            } else {
                batch.send(lanes, actions);
            }
        }

        @Override
        Runnable receive() {
            LaneRows rows = batch.receive();
            return () -> read(rows);
        }

        private void read(LaneRows rows) {
            choose(rows);
            int rowCount = rows.rowCount();
            for (int row = 0; row < rowCount; row++) {
                stepCount += rows.isReset(row) ? 0 : 1;
                episodeCount += rows.isOver(row) ? 1 : 0;
                rewardSum += rows.reward(row, Color.BLACK);
            }
        }

        /** Unpacks the observations and draws the next actions. */
        void choose(LaneRows rows) {
            planes.unpack(rows.observations(), rows.rowCount(), batch.layout().observationByteCount(), bitCount);
            planes.draw(rows.actionMasks(), batch.layout().actionMaskByteCount(), random, actions);
        }
    }
}
