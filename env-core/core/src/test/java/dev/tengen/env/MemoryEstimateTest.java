package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.DeadStones;
import dev.tengen.game.RulesPreset;
import dev.tengen.game.Setup;
import dev.tengen.planes.ObservationForm;
import dev.tengen.planes.ObservationFormat;
import dev.tengen.planes.ObservationLayout;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.Players;
import dev.tengen.testing.HeapUse;
import dev.tengen.testing.TestSize;
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
 * Estimates of memory against the heap in use before and after many equal objects were made. What objects share is in
 * use before and after.
 */
@Isolated("It measures the heap of the process")
class MemoryEstimateTest {
    private static final int LANE_COUNT = 4;
    private static final Percentage TOLERANCE = Percentage.withPercentage(20);

    /** Positions at which a client observes: encodings grow with what they have seen. */
    private static final int MOVES_PER_OBSERVATION = 12;

    @Test
    void memoryBytes_randomEnvironments_areWithinAFifthOfTheHeapInUse() {
        compareEnvironments(20, TestSize.exact(4, 12), 2L << 20, 400);
    }

    @Test
    @Tag("long")
    void memoryBytes_fortyRandomEnvironments_areWithinAFifthOfTheHeapInUse() {
        compareEnvironments(21, 40, 6L << 20, Integer.MAX_VALUE);
    }

    @Test
    @Tag("full")
    void memoryBytes_randomBatches_areWithinAFifthOfTheHeapInUse() {
        compareBatches(22, 10, 1L << 20, 120);
    }

    @Test
    @Tag("long")
    void memoryBytes_fortyRandomBatches_areWithinAFifthOfTheHeapInUse() {
        compareBatches(23, 40, 6L << 20, Integer.MAX_VALUE);
    }

    @Test
    @Tag("full")
    void memoryBytes_randomOpponents_areWithinAFifthOfTheHeapInUse() {
        SplitMix64 random = new SplitMix64(24);
        for (String player : List.of("random", "greedy", "monte-carlo:playouts=4", "monte-carlo:playouts=300")) {
            Grid grid = Grid.square(5 + random.nextInt(6));
            EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(grid), RulesPreset.TROMP_TAYLOR.rules(grid))
                    .opponent(Optional.of(new Opponent(Players.named(player).orElseThrow(), Color.WHITE)))
                    .build();
            int copyCount = copyCount(1 << 20, Environment.memoryBytes(spec, 8));

            Measured<Environment> environments = measure(copyCount, copy -> play(spec, copy, 4));

            long estimate = mean(
                    environments.made(),
                    environment ->
                            Environment.memoryBytes(spec, environment.game().moveNumber()));
            assertThat(environments.bytesEach()).as(player).isCloseTo(estimate, TOLERANCE);
        }
    }

    @Test
    @Tag("full")
    void treeBytes_randomTrees_areWithinAFifthOfTheHeapInUse() {
        compareTrees(25, 10, 1L << 20, 150, 150);
    }

    @Test
    @Tag("long")
    void treeBytes_fortyRandomTrees_areWithinAFifthOfTheHeapInUse() {
        compareTrees(26, 40, 6L << 20, 1_000, 1_000);
    }

    @Test
    void proposalBytes_manyProposals_areWithinAFifthOfTheHeapInUse() {
        Grid grid = Grid.square(19);
        EnvironmentSpec spec = EnvironmentSpec.builder(
                        Setup.empty(grid), RulesPreset.JAPANESE.rules(grid).withDeadStones(DeadStones.AGREEMENT))
                .maxMoves(EnvironmentSpec.UNLIMITED_MOVES)
                .build();

        Measured<ProposedEpisode> proposed = measure(4, copy -> ProposedEpisode.of(spec));

        Environment first = proposed.made().get(0).environment();
        int moveCount = first.game().moveNumber();
        assertThat(first.game().proposalCount()).isEqualTo(ProposedEpisode.PROPOSAL_COUNT);
        assertThat(proposed.bytesEach())
                .isCloseTo(
                        first.proposalBytes()
                                + Environment.unobservedBytes(spec, moveCount)
                                + EnvironmentSnapshot.memoryBytes(grid, moveCount),
                        TOLERANCE);
        assertThat(first.proposalBytesAfter(moveCount - 1)).isZero();
        assertThat(first.proposalBytesAfter(moveCount - 2)).isPositive();
    }

    /** An environment in which Black and White disagree about 150 stones again and again, and a snapshot of it. */
    private record ProposedEpisode(Environment environment, EnvironmentSnapshot snapshot) {
        static final int PROPOSAL_COUNT = 200;

        static ProposedEpisode of(EnvironmentSpec spec) {
            Environment environment = new Environment(spec, 1);
            int pass = spec.grid().pass();
            for (int move = 0; move < 300; move++) {
                environment.step(move % 2 == 0 ? 200 + move / 2 : pass); // Integers of 128 and more are not shared.
            }
            PointSet stones = environment.game().board().points(Color.BLACK).copy();
            for (int count = 0; count < PROPOSAL_COUNT; count++) {
                while (!environment.isInAgreement()) {
                    environment.step(pass);
                }
                environment.proposeDead(stones);
                environment.proposeDead(new PointSet(spec.grid()));
            }
            return new ProposedEpisode(environment, environment.snapshot());
        }
    }

    private static void compareTrees(
            long randomSeed, int specCount, long measuredBytes, int maxMoveCount, int maxDepth) {
        SplitMix64 random = new SplitMix64(randomSeed);
        for (int number = 0; number < specCount; number++) {
            EnvironmentSpec spec = spec(random);
            int moveCount = random.nextInt(Math.min(spec.moveLimit(), maxMoveCount) + 1);
            int depth = random.nextInt(maxDepth);
            long seed = random.nextLong();
            ForestSpec forestSpec = new ForestSpec(spec.grid(), spec.encodings(), spec.form(), 10_000);
            int copyCount =
                    copyCount(measuredBytes, new EnvironmentForest(forestSpec).treeBytes(spec, moveCount + depth));

            Measured<EnvironmentForest> forests =
                    measure(copyCount, copy -> line(forestSpec, spec, seed + copy, moveCount, depth));

            long estimate = mean(
                    forests.made(), forest -> forest.treeBytes() + EnvironmentForest.nodeBytes(forest.nodeCount()));
            assertThat(forests.bytesEach())
                    .as("spec %d, %d moves, %d nodes: %s", number, moveCount, depth, spec)
                    .isCloseTo(estimate, TOLERANCE);
        }
    }

    /** Returns a tree whose nodes are one line of at most {@code depth} moves. */
    private static EnvironmentForest line(
            ForestSpec forestSpec, EnvironmentSpec spec, long seed, int moveCount, int depth) {
        Environment environment = new Environment(
                spec.toBuilder()
                        .symmetry(SymmetryChoice.NONE)
                        .encodings(List.of())
                        .build(),
                seed);
        SplitMix64 chance = new SplitMix64(seed);
        for (int move = 0; move < moveCount && !environment.isOver(); move++) {
            environment.step(environment.drawAction(chance));
        }
        EnvironmentForest forest = new EnvironmentForest(forestSpec);
        long node = forest.plant(List.of(TreeRoot.of(environment))).handle(0);
        for (int move = 0; move < depth && !environment.isOver(); move++) {
            int action = environment.drawAction(chance);
            environment.step(action);
            node = forest.expand(new long[] {node}, action).handle(0);
        }
        return forest;
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
            int copyCount = copyCount(measuredBytes, model.memoryBytes(moveCount, 1));

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
     * A batch, and the greatest move number that each lane has had. Episodes end early, and a lane keeps the memory of
     * its longest one.
     */
    private record PlayedBatch(EnvironmentBatch batch, int[] greatest) {
        long estimate(EnvironmentBatch model) {
            return Arrays.stream(greatest)
                            .mapToLong(moveCount -> model.memoryBytes(moveCount, 1))
                            .sum()
                    / greatest.length;
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
