package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policy targets, and the moves drawn from them. */
class SearchedPolicyTest {
    private static final Grid GRID = Grid.square(6);
    private static final double FACTOR = 2;

    private final EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(GRID), Rules.TROMP_TAYLOR)
            .encodings(List.of("alphazero-17"))
            .build();

    private static SearchSettings settings(double factor) {
        return SearchSettings.PUCT
                .withExploration(new RootExploration(0.25, 10.83, Temperature.constant(1), factor))
                .withSymmetryDrawn(false);
    }

    /** Returns a tree after an exploring search. */
    private SearchTree searched(SearchSettings settings, SearchTools tools, long seed, int simulations) {
        Game game = new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR);
        SearchTree tree = new SearchTree(spec, settings, new PuctSelection(settings.puct()), game, 0, seed);
        LeafRows rows = new LeafRows(LeafLayout.of(spec), 1);
        HashedEvaluator evaluator = new HashedEvaluator(GRID.moveCount(), seed, 3);
        tree.start(simulations, true, tools);
        while (!tree.isComplete()) {
            if (tree.select(tools, rows, 0) > 0) {
                tree.expand(evaluator.evaluate(rows, 1), 0, tools);
            }
        }
        return tree;
    }

    private SearchTools tools(SearchSettings settings) {
        return new SearchTools(spec, settings, new Game(Setup.empty(GRID), Rules.TROMP_TAYLOR));
    }

    private static float[] policy(SearchTree tree, SearchTools tools) {
        float[] policy = new float[GRID.moveCount()];
        tools.policy.compute(tree, tools.completed);
        tools.policy.move(0, 0, true).copyPolicy(policy, 0, policy.length);
        return policy;
    }

    @Test
    void compute_forcedPlayouts_areForcedAndPruned() {
        SearchSettings settings = settings(FACTOR);
        SearchTools tools = tools(settings);
        int prunedVisits = 0;
        for (long seed = 0; seed < 100; seed++) {
            SearchTree tree = searched(settings, tools, seed, 200);
            NodeArena nodes = tree.nodes();
            int root = tree.root();
            float[] policy = policy(tree, tools);
            double[] expected = new double[policy.length];
            int best = nodes.edge(root, SearchedPolicy.mostVisited(nodes, root));
            double sum = 0;
            for (int index = 0; index < nodes.edgeCount(root); index++) {
                int edge = nodes.edge(root, index);
                double share = NodeArena.prior(nodes.ints, edge) / NodeArena.priorSum(nodes.ints, root);
                double forced = Math.sqrt(FACTOR * share * 200);
                assertThat(nodes.edgeVisits(edge) + 1.0).isGreaterThanOrEqualTo(Math.floor(forced));
                int kept = edge == best ? nodes.edgeVisits(edge) : kept(nodes, root, edge, best, forced);
                prunedVisits += nodes.edgeVisits(edge) - kept;
                expected[nodes.action(edge)] = kept;
                sum += kept;
            }
            for (int action = 0; action < policy.length; action++) {
                assertThat((double) policy[action]).isCloseTo(expected[action] / sum, within(1e-6));
            }
        }
        assertThat(prunedVisits).isGreaterThan(1_000);
    }

    /** Wu (2019), section 3.2, by trying each number of visits. */
    private static int kept(NodeArena nodes, int root, int edge, int best, double forced) {
        int visits = nodes.edgeVisits(edge);
        int kept = visits;
        for (int removed = 1; removed <= Math.min(visits, Math.ceil(forced)); removed++) {
            if (score(nodes, root, edge, visits - removed) >= score(nodes, root, best, nodes.edgeVisits(best))) {
                break;
            }
            kept = visits - removed;
        }
        return kept == 1 && visits > 1 ? 0 : kept;
    }

    private static double score(NodeArena nodes, int root, int edge, int visits) {
        double share = NodeArena.prior(nodes.ints, edge) / NodeArena.priorSum(nodes.ints, root);
        double weight = 1.25 + Math.log((1 + 200 + 19_652) / 19_652.0);
        return nodes.meanValue(edge) + weight * share * Math.sqrt(200) / (1 + visits);
    }

    @Test
    void draw_temperatures_followTheSharesOfVisits() {
        SearchSettings settings = settings(0);
        SearchTools tools = tools(settings);
        SearchTree tree = searched(settings, tools, 3, 100);
        float[] policy = policy(tree, tools);
        SplitMix64 random = new SplitMix64(1);
        for (double temperature : new double[] {0.5, 1, 2}) {
            double sum = 0;
            for (float share : policy) {
                sum += Math.pow(share, 1 / temperature);
            }
            int[] counts = new int[policy.length];
            for (int draw = 0; draw < 100_000; draw++) {
                counts[tools.policy.draw(temperature, random)]++;
            }
            for (int action = 0; action < policy.length; action++) {
                double expected = Math.pow(policy[action], 1 / temperature) / sum;
                assertThat(counts[action] / 100_000.0).isCloseTo(expected, within(0.006));
            }
        }
        int drawn = tools.policy.draw(0, random);
        for (float share : policy) {
            assertThat(share).isLessThanOrEqualTo(policy[drawn]);
        }
    }

    @Test
    void at_temperatureSchedules_decay() {
        Temperature steps = new Temperature(1, 0, 30, 0);
        Temperature decay = new Temperature(2, 1, 0, 10);

        assertThat(steps.at(29)).isEqualTo(1);
        assertThat(steps.at(30)).isZero();
        assertThat(decay.at(0)).isEqualTo(2);
        assertThat(decay.at(10)).isEqualTo(1.5);
        assertThat(decay.at(20)).isEqualTo(1.25);
    }
}
