package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.env.Autoreset;
import dev.tengen.env.EnvironmentBatch;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A step of many environments together, as the server makes them: rows with mask, planes and rewards. One thread. */
@State(Scope.Thread)
public class BatchBenchmark {
    private static final int LANE_COUNT = 256;

    /** Width and height of the boards. */
    @Param({"9", "19"})
    public int size;

    private final int[] actions = new int[LANE_COUNT];

    @SuppressWarnings("NullAway.Init")
    private EnvironmentBatch batch;

    /** Makes a benchmark that JMH then fills in and sets up. */
    public BatchBenchmark() {}

    /** Opens the batch. */
    @Setup
    public void setUp() {
        EnvironmentSpec spec = EnvironmentSpec.of(Grid.square(size), Rules.TROMP_TAYLOR);
        spec = new EnvironmentSpec(
                spec.setup(),
                spec.rules(),
                spec.maxMoves(),
                spec.rewardMode(),
                spec.isScoredOnTruncation(),
                spec.illegalActionPolicy(),
                spec.illegalActionPenalty(),
                List.of("alphazero-17"),
                spec.opponent());
        batch = new EnvironmentBatch(
                List.of(spec), LongStream.range(0, LANE_COUNT).toArray(), Autoreset.NEXT_STEP);
        batch.open();
        Arrays.fill(actions, EnvironmentBatch.DRAWN_ACTION);
    }

    /** Takes a drawn action in each lane. */
    @Benchmark
    @OperationsPerInvocation(LANE_COUNT)
    public Object batchStep() {
        return batch.step(actions);
    }
}
