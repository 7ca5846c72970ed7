package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.testing.HeapUse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Estimates of memory against the heap in use before and after many equal objects were made. What objects share is in use
 * before and after.
 */
@Isolated("It measures the heap of the process")
class MemoryEstimateTest {
    private static final int LANE_COUNT = 4;
    private static final Percentage TOLERANCE = Percentage.withPercentage(20);

    /** Positions at which a client observes: encodings grow with what they have seen. */
    private static final int MOVES_PER_OBSERVATION = 12;

    @Test
    void memoryBytes_randomEnvironments_areWithinAFifthOfTheHeapInUse() {
        compareEnvironments(20, 12, 2L << 20, 400);
    }

    @Test
    @Tag("long")
    void memoryBytes_fortyRandomEnvironments_areWithinAFifthOfTheHeapInUse() {
        compareEnvironments(21, 40, 6L << 20, Integer.MAX_VALUE);
    }

    @Test
    void memoryBytes_randomBatches_areWithinAFifthOfTheHeapInUse() {
        compareBatches(22, 10, 1L << 20, 120);
    }

    @Test
    @Tag("long")
    void memoryBytes_fortyRandomBatches_areWithinAFifthOfTheHeapInUse() {
        compareBatches(23, 40, 6L << 20, Integer.MAX_VALUE);
    }

    private static void compareEnvironments(long randomSeed, int specCount, long measuredBytes, int maxMoveCount) {
        SplitMix64 random = new SplitMix64(randomSeed);
        for (int number = 0; number < specCount; number++) {
            EnvironmentSpec spec = spec(random);
            int moveCount = random.nextInt(Math.min(spec.moveLimit(), maxMoveCount) + 1);
            long seed = random.nextLong();
            int copyCount = copyCount(measuredBytes, Environment.memoryBytes(spec, moveCount));

            Measured<Environment> environments = measure(copyCount, copy -> play(spec, seed + copy, moveCount));

            long estimate = mean(
                    environments.made(),
                    environment ->
                            Environment.memoryBytes(spec, environment.game().moveNumber()));
            assertThat(environments.bytesEach())
                    .as("spec %d, %d moves: %s", number, moveCount, spec)
                    .isCloseTo(estimate, TOLERANCE);
        }
    }

    private static void compareBatches(long randomSeed, int specCount, long measuredBytes, int maxMoveCount) {
        SplitMix64 random = new SplitMix64(randomSeed);
        for (int number = 0; number < specCount; number++) {
            EnvironmentSpec spec = spec(random);
            int moveCount = random.nextInt(Math.min(spec.moveLimit(), maxMoveCount) + 1);
            long seed = random.nextLong();
            EnvironmentBatch model = new EnvironmentBatch(List.of(spec), new long[LANE_COUNT], Autoreset.NEXT_STEP);
            int copyCount = copyCount(measuredBytes, model.memoryBytes(moveCount));

            Measured<PlayedBatch> batches = measure(copyCount, copy -> playBatch(spec, seed + copy, moveCount));

            long estimate = mean(batches.made(), batch -> batch.estimate(model));
            assertThat(batches.bytesEach())
                    .as("spec %d, %d moves: %s", number, moveCount, spec)
                    .isCloseTo(estimate, TOLERANCE);
        }
    }

    private static int copyCount(long measuredBytes, long estimate) {
        return (int) Math.max(2, measuredBytes / estimate);
    }

    private static Environment play(EnvironmentSpec spec, long seed, int moveCount) {
        Environment environment = new Environment(spec, seed);
        SplitMix64 chance = new SplitMix64(seed);
        environment.observations();
        for (int move = 0; move < moveCount && !environment.isOver(); move++) {
            environment.step(environment.drawAction(chance));
            if (move % MOVES_PER_OBSERVATION == 0) {
                environment.observations();
            }
        }
        return environment;
    }

    private static <T> long mean(List<T> made, ToLongFunction<T> estimate) {
        return made.stream().mapToLong(estimate).sum() / made.size();
    }

    /**
     * A batch, and the greatest move number that each lane has had. Episodes end early, and a lane keeps the memory of its longest
     * one.
     */
    private record PlayedBatch(EnvironmentBatch batch, int[] greatest) {
        long estimate(EnvironmentBatch model) {
            return Arrays.stream(greatest).mapToLong(model::memoryBytes).sum() / greatest.length;
        }
    }

    private static PlayedBatch playBatch(EnvironmentSpec spec, long seed, int moveCount) {
        long[] seeds = new long[LANE_COUNT];
        Arrays.setAll(seeds, lane -> seed + lane);
        EnvironmentBatch batch = new EnvironmentBatch(List.of(spec), seeds, Autoreset.NEXT_STEP);
        batch.open();
        int[] actions = new int[seeds.length];
        Arrays.fill(actions, EnvironmentBatch.DRAWN_ACTION);
        int[] greatest = new int[seeds.length];
        for (int move = 0; move < moveCount; move++) {
            ByteBuffer moveNumbers = ByteBuffer.wrap(batch.step(actions).bytes(RowField.MOVE_NUMBERS))
                    .order(ByteOrder.LITTLE_ENDIAN);
            for (int lane = 0; lane < greatest.length; lane++) {
                greatest[lane] = Math.max(greatest[lane], moveNumbers.getInt());
            }
        }
        return new PlayedBatch(batch, greatest);
    }

    private static EnvironmentSpec spec(SplitMix64 random) {
        Grid grid = random.nextInt(2) == 0
                ? Grid.square(5 + random.nextInt(21))
                : Grid.of(2 + random.nextInt(24), 2 + random.nextInt(24));
        RulesPreset preset = RulesPreset.values()[random.nextInt(RulesPreset.values().length)];
        List<String> names = new ArrayList<>(Encodings.names());
        names.add("alphazero:history=32");
        names.add("alphazero:history=3");
        List<String> encodings = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            encodings.add(names.remove(random.nextInt(names.size())));
        }
        ObservationForm form = random.nextInt(2) == 0
                ? ObservationForm.PACKED
                : new ObservationForm(
                        ObservationFormat.values()[random.nextInt(ObservationFormat.values().length)],
                        ObservationLayout.values()[random.nextInt(ObservationLayout.values().length)]);
        return EnvironmentSpec.builder(Setup.empty(grid), preset.rules(grid))
                .encodings(encodings)
                .form(form)
                .symmetry(random.nextInt(2) == 0 ? SymmetryChoice.NONE : SymmetryChoice.DRAWN)
                .opponent(Optional.empty())
                .build();
    }

    /** Objects of a kind, and the memory that each takes. */
    private record Measured<T>(List<T> made, long bytesEach) {}

    private static <T> Measured<T> measure(int count, IntFunction<T> constructor) {
        List<T> made = new ArrayList<>(count);
        constructor.apply(0); // Loads classes and shared tables.
        long before = HeapUse.bytes();
        for (int copy = 0; copy < count; copy++) {
            made.add(constructor.apply(copy));
        }
        return new Measured<>(made, (HeapUse.bytes() - before) / count);
    }
}
