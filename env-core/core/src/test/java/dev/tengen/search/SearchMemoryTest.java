package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.testing.HeapUse;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of trees: bytes of a node, estimates against the heap, and what a round allocates. */
@Isolated("It measures the heap of the process")
class SearchMemoryTest {
    private static EnvironmentSpec spec(int size) {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(size)), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .maxMoves(2 * size * size)
                .build();
    }

    private static void play(SelfPlay selfPlay, LeafRows rows, HashedEvaluator evaluator, int rounds) {
        for (int round = 0; round < rounds; round++) {
            int count = selfPlay.select(0, selfPlay.slotCount(), rows, 0);
            selfPlay.expand(0, selfPlay.slotCount(), evaluator.evaluate(rows, count), 0);
        }
    }

    @ParameterizedTest
    @CsvSource({"9, 32, 256", "9, 400, 256", "19, 32, 850", "19, 400, 850"})
    void size_treesOfRandomSearches_isWithinTheBytesOfANode(int size, int simulations, int most) {
        EnvironmentSpec spec = spec(size);
        SearchSettings settings = SearchSettings.PUCT;
        SelfPlay selfPlay = new SelfPlay(spec, SelfPlaySettings.of(settings, simulations), 4, 1);
        LeafRows rows = new LeafRows(selfPlay.layout(), 4);
        HashedEvaluator evaluator = new HashedEvaluator(spec.grid().moveCount(), 1, 8);
        double greatest = 0;
        for (int move = 0; move < 10; move++) {
            play(selfPlay, rows, evaluator, simulations - 1);
            greatest = Math.max(greatest, selfPlay.nodeBytes() / (double) selfPlay.nodeCount());
        }

        assertThat(greatest).isBetween(most * 0.8, (double) most);
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"5, 16, 200", "9, 32, 64", "9, 100, 32", "19, 32, 16"})
    void memoryBytes_selfPlay_isWithinAFifthOfTheHeapInUse(int size, int simulations, int games) {
        EnvironmentSpec spec = spec(size);
        SelfPlaySettings settings = SelfPlaySettings.of(SearchSettings.PUCT, simulations);
        HashedEvaluator evaluator = new HashedEvaluator(spec.grid().moveCount(), 1, 8);
        LeafRows rows = new LeafRows(LeafLayout.of(spec), games);
        play(new SelfPlay(spec, settings, 1, 2), rows, evaluator, 3 * simulations);
        long before = HeapUse.bytes();

        SelfPlay selfPlay = new SelfPlay(spec, settings, games, 1);
        play(selfPlay, rows, evaluator, 12 * simulations);

        assertThat(HeapUse.bytes() - before).isCloseTo(selfPlay.memoryBytes(), Percentage.withPercentage(20));
    }

    @Test
    void memoryBytes_slotsWithSpecsOfTheirOwn_isWithinAFifthOfTheHeapInUse() {
        int games = 300;
        SelfPlaySettings settings = SelfPlaySettings.of(SearchSettings.PUCT, 4);
        HashedEvaluator evaluator = new HashedEvaluator(82, 1, 8);
        LeafRows rows = new LeafRows(LeafLayout.of(spec(9)), games);
        play(new SelfPlay(spec(9), settings, 1, 2), rows, evaluator, 12);
        long before = HeapUse.bytes();

        SelfPlay selfPlay = new SelfPlay(specsOfTheirOwn(games), settings, games, 1, 0);
        play(selfPlay, rows, evaluator, 20);

        assertThat(HeapUse.bytes() - before).isCloseTo(selfPlay.memoryBytes(), Percentage.withPercentage(20));
    }

    /** What the specs take, on its own: among games and trees it would hardly show. */
    @Test
    void memoryBytes_specsOfTheirOwn_isWithinAFifthOfTheHeapInUse() {
        int count = 5_000;
        long before = HeapUse.bytes();

        List<EnvironmentSpec> specs = specsOfTheirOwn(count);

        SelfPlaySettings settings = SelfPlaySettings.of(SearchSettings.PUCT, 4);
        long estimate = SelfPlay.memoryBytes(specs, settings, count, 1, 1, 1)
                - SelfPlay.memoryBytes(specs.subList(0, 1), settings, count, 1, 1, 1);
        assertThat(HeapUse.bytes() - before).isCloseTo(estimate, Percentage.withPercentage(20));
    }

    private static List<EnvironmentSpec> specsOfTheirOwn(int count) {
        Grid grid = Grid.square(9);
        List<EnvironmentSpec> specs = new ArrayList<>(count);
        for (int slot = 0; slot < count; slot++) {
            Setup setup = Setup.of(grid, PointSet.of(grid, slot % 81), new PointSet(grid), Color.WHITE);
            specs.add(EnvironmentSpec.builder(setup, Rules.TROMP_TAYLOR.withKomi(slot % 100 / 2.0))
                    .encodings(List.of("alphazero-17"))
                    .maxMoves(162)
                    .build());
        }
        return specs;
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"5, 0, 1, 2000", "9, 30, 1, 1000", "9, 100, 8, 100", "19, 0, 1, 200", "19, 40, 64, 60"})
    void memoryBytes_positions_isWithinAFifthOfTheHeapInUse(int size, int simulations, int leaves, int count) {
        EnvironmentSpec spec = spec(size);
        SearchSettings settings = SearchSettings.PUCT.withLeavesPerRound(leaves);
        Game game = new Game(spec.setup(), spec.rules());
        HashedEvaluator evaluator = new HashedEvaluator(spec.grid().moveCount(), 1, 8);
        LeafRows rows = new LeafRows(LeafLayout.of(spec), leaves);
        PositionSearchFactory factory = new PositionSearchFactory(spec, settings);
        run(factory.search(spec, game, 2), rows, evaluator, Math.max(1, simulations));
        List<PositionSearch> searches = new ArrayList<>(count);
        long before = HeapUse.bytes();

        for (int i = 0; i < count; i++) {
            searches.add(factory.search(spec, game, i));
            run(searches.get(i), rows, evaluator, simulations);
        }

        long estimate = searches.stream().mapToLong(PositionSearch::memoryBytes).sum();
        assertThat(HeapUse.bytes() - before).isCloseTo(estimate, Percentage.withPercentage(20));
        assertThat(factory.searchBytes(spec, 0)).isLessThanOrEqualTo(estimate / count);
    }

    private static void run(PositionSearch search, LeafRows rows, HashedEvaluator evaluator, int simulations) {
        if (simulations > 0) {
            search.deepen(simulations);
        }
        while (simulations > 0 && !search.isComplete()) {
            int selected = search.select(rows, 0);
            search.expand(evaluator.evaluate(rows, selected), 0);
        }
    }

    /**
     * Moves allocate what becomes their records, and a call its place in the pool of tools. Leaves allocate nothing.
     */
    @Test
    void round_grownTrees_allocatesNothingForALeaf() {
        EnvironmentSpec spec = spec(9);
        SearchSettings settings = SearchSettings.PUCT.withTreeReused(false).withLeavesPerRound(4);
        SelfPlay selfPlay = new SelfPlay(spec, SelfPlaySettings.of(settings, 100_000), 1, 1);
        LeafRows rows = new LeafRows(selfPlay.layout(), 4);
        float[] priors = new float[4 * 82];
        for (int i = 0; i < priors.length; i++) {
            priors[i] = 1 + i % 7;
        }
        Evaluations[] evaluations = new Evaluations[5];
        for (int count = 0; count < evaluations.length; count++) {
            evaluations[count] = Evaluations.ofProbabilities(Arrays.copyOf(priors, 82 * count), new float[count]);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long leaves = 0;
        long before = 0;
        for (int round = 0; round < 6_000; round++) {
            if (round == 5_000) {
                leaves = 0;
                before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            }
            int count = selfPlay.select(0, 1, rows, 0);
            selfPlay.expand(0, 1, evaluations[count], 0);
            leaves += count;
        }
        long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

        // The arena grows at most once in this time.
        long grown = 2L * selfPlay.nodeBytes();
        assertThat(bytes - grown).isLessThan(64 * 1_000);
        assertThat(leaves).isGreaterThan(2_000);
    }
}
