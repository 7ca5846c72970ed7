package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.env.LaneRows;
import dev.tengen.game.Rules;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A step of many environments together, as in the server: rows with mask, planes and rewards. One thread. */
@State(Scope.Thread)
public class BatchBenchmark {
    /** Lanes that a call steps. Calls take turns through all lanes. */
    private static final int ROW_COUNT = 64;

    /** Width and height of the boards. */
    @Param({"9", "19"})
    public int size;

    /** Number of lanes. The more, the fewer of them are in the caches of the processor. */
    @Param({"64", "1024", "4096"})
    public int laneCount;

    private final byte[] actions = new byte[ROW_COUNT * Integer.BYTES];
    private int first;
    private EnvironmentBatch batch;

    /** Creates a benchmark, which JMH sets up. */
    public BatchBenchmark() {}

    /** Opens the batch. */
    @Setup
    public void setUp() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(size), Rules.TROMP_TAYLOR).toBuilder()
                .encodings(List.of("alphazero-17"))
                .build();
        batch = new EnvironmentBatch(
                List.of(spec), LongStream.range(0, laneCount).toArray(), Autoreset.NEXT_STEP);
        batch.open();
        ByteBuffer drawn = ByteBuffer.wrap(actions).order(ByteOrder.LITTLE_ENDIAN);
        IntStream.range(0, ROW_COUNT).forEach(row -> drawn.putInt(EnvironmentBatch.DRAWN_ACTION));
    }

    /** Takes a random action in each of the next lanes. */
    @Benchmark
    @OperationsPerInvocation(ROW_COUNT)
    public Object batchStep() {
        ByteBuffer lanes = ByteBuffer.allocate(ROW_COUNT * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int row = 0; row < ROW_COUNT; row++) {
            lanes.putInt(first + row);
        }
        first = (first + ROW_COUNT) % laneCount;
        LaneRows rows = batch.rows(lanes.array());
        rows.setActions(actions.clone());
        batch.step(rows, 0, ROW_COUNT);
        return rows;
    }
}
