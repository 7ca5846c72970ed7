package dev.tengen.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.game.Suicide;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Searches from random positions against {@link ReferenceSearch}: every node of every tree, move after move. */
class SearchAgreementTest {
    private static final String ENCODING = "alphazero-17";
    private static final List<Ko> KOS = List.of(Ko.POSITIONAL, Ko.SITUATIONAL, Ko.NATURAL_SITUATIONAL, Ko.SIMPLE);
    private static final int[] LEAVES = {1, 4, 64};
    private static final int MOVE_COUNT = 3;

    /** What the trees reached. */
    private record Counts(int nodes, int terminals, int captures, int suicides, int superkos, int passes) {
        Counts plus(Counts other) {
            return new Counts(
                    nodes + other.nodes,
                    terminals + other.terminals,
                    captures + other.captures,
                    suicides + other.suicides,
                    superkos + other.superkos,
                    passes + other.passes);
        }
    }

    @Test
    void puct_randomPositions_equalsTheReference() {
        Counts counts = compare(RootMethod.PUCT, 1, TestSize.of(5_000));

        assertThat(counts)
                .isEqualTo(TestSize.exact(
                        new Counts(46_788, 5_959, 4_100, 1_726, 67, 5_162),
                        new Counts(476_309, 58_835, 39_208, 17_138, 883, 52_606)));
    }

    @Test
    void gumbel_randomPositions_equalsTheReference() {
        Counts counts = compare(RootMethod.GUMBEL, 2, TestSize.of(5_000));

        assertThat(counts)
                .isEqualTo(TestSize.exact(
                        new Counts(41_650, 6_593, 3_823, 1_553, 100, 4_908),
                        new Counts(422_724, 66_429, 35_725, 15_748, 981, 48_927)));
    }

    private static Counts compare(RootMethod method, long seed, int positionCount) {
        SplitMix64 random = new SplitMix64(seed);
        Counts counts = new Counts(0, 0, 0, 0, 0, 0);
        for (int position = 0; position < positionCount; position++) {
            counts = counts.plus(comparePosition(method, random, position));
        }
        return counts;
    }

    private static Counts comparePosition(RootMethod method, SplitMix64 random, int position) {
        Grid grid = Grid.of(3 + random.nextInt(7), 3 + random.nextInt(7));
        Rules rules = Rules.TROMP_TAYLOR
                .withKo(KOS.get(random.nextInt(KOS.size())))
                .withSuicide(Suicide.values()[random.nextInt(3)])
                .withKomi(random.nextInt(15) / 2.0);
        Game game = randomGame(grid, rules, random);
        SearchSettings settings = settings(method, random);
        EnvironmentSpec spec = EnvironmentSpec.builder(Setup.empty(grid), rules)
                .encodings(List.of(ENCODING))
                .maxMoves(game.moveNumber() + 1 + random.nextInt(12))
                .build();
        Comparison comparison = new Comparison(spec, settings, game, random.nextLong(), 1 + random.nextInt(8));
        Counts counts = new Counts(0, 0, 0, 0, 0, 0);
        for (int move = 0; move < MOVE_COUNT && !comparison.isOver(); move++) {
            String what = "position %d, move %d, %s, %s".formatted(position, move, grid, settings);
            counts = counts.plus(comparison.compareMove(1 + random.nextInt(90), random.nextInt(2) == 0, what));
        }
        return counts;
    }

    /** The threads of a self-play work on games under many rules, from many starts, with the same tools. */
    @ParameterizedTest
    @EnumSource(RootMethod.class)
    void search_toolsThatOtherGamesUse_equalsTheReference(RootMethod method) {
        SplitMix64 random = new SplitMix64(6);
        Grid grid = Grid.square(5);
        EnvironmentSpec form = EnvironmentSpec.builder(Setup.empty(grid), Rules.TROMP_TAYLOR)
                .encodings(List.of(ENCODING))
                .maxMoves(100)
                .build();
        SearchSettings settings = settings(method, random);
        SearchTools tools = new SearchTools(form, settings, new Game(form.setup(), form.rules()));
        List<Comparison> comparisons = new ArrayList<>();
        for (int number = 0; number < 12; number++) {
            Rules rules = Rules.TROMP_TAYLOR
                    .withKo(KOS.get(number % KOS.size()))
                    .withSuicide(Suicide.values()[number % 3])
                    .withKomi(number / 2.0);
            Setup setup = Setup.of(grid, PointSet.of(grid, 6 + number), PointSet.of(grid, 3), 1 + number % 2);
            Game game = randomGame(setup, rules, random);
            EnvironmentSpec spec = form.toBuilder()
                    .rules(rules)
                    .maxMoves(game.moveNumber() + 8)
                    .build();
            comparisons.add(new Comparison(spec, settings, tools, game, random.nextLong(), 4));
        }
        Counts counts = new Counts(0, 0, 0, 0, 0, 0);
        for (int move = 0; move < MOVE_COUNT; move++) {
            for (Comparison comparison : comparisons) {
                if (!comparison.isOver()) {
                    counts = counts.plus(comparison.compareMove(40, true, "move " + move));
                }
            }
        }

        assertThat(counts.nodes()).isGreaterThan(1_000);
    }

    private static Game randomGame(Grid grid, Rules rules, SplitMix64 random) {
        return randomGame(Setup.empty(grid), rules, random);
    }

    private static Game randomGame(Setup setup, Rules rules, SplitMix64 random) {
        Grid grid = setup.grid();
        Game game = new Game(setup, rules);
        PointSet legal = new PointSet(grid);
        for (int left = random.nextInt(3 * grid.pointCount()); left > 0; left--) {
            game.legalPoints(legal);
            boolean isPass = legal.isEmpty() || random.nextInt(20) == 0;
            if (isPass && game.passCount() == 1) {
                break;
            }
            game.playLegal(isPass ? grid.pass() : legal.nth(random.nextInt(legal.size())));
        }
        return game;
    }

    private static SearchSettings settings(RootMethod method, SplitMix64 random) {
        RootExploration exploration = new RootExploration(
                random.nextInt(2) * 0.25,
                10.83,
                Temperature.constant(1 + random.nextInt(2) * 0.2),
                random.nextInt(2) * 2);
        SearchSettings base = method == RootMethod.PUCT ? SearchSettings.PUCT : SearchSettings.GUMBEL;
        return base.withExploration(exploration)
                .withPuct(new PuctSettings(1 + random.nextInt(3) * 0.5, 50 + random.nextInt(1_000), 0.2, 0.1, 1))
                .withGumbel(new GumbelSettings(1 + random.nextInt(20), 1, 0.1, 50))
                .withLeavesPerRound(LEAVES[random.nextInt(LEAVES.length)])
                .withSymmetryDrawn(false)
                .withTreeReused(random.nextInt(2) == 0);
    }

    /** The two searches of one position. */
    private static final class Comparison {
        private final SearchTools tools;
        private final SearchTree tree;
        private final LeafRows rows;
        private final HashedEvaluator evaluator;
        private final ReferenceSearch reference;

        Comparison(EnvironmentSpec spec, SearchSettings settings, Game game, long seed, int peak) {
            this(spec, settings, new SearchTools(spec, settings, game), game, seed, peak);
        }

        Comparison(EnvironmentSpec spec, SearchSettings settings, SearchTools tools, Game game, long seed, int peak) {
            this.tools = tools;
            tree = new SearchTree(spec, settings, new PuctSelection(settings.puct()), game.copy(), 0, seed);
            rows = new LeafRows(LeafLayout.of(spec), settings.leavesPerRound());
            evaluator = new HashedEvaluator(spec.grid().moveCount(), seed, peak);
            Encoding encoding = Encodings.named(ENCODING, spec.grid()).orElseThrow();
            reference = new ReferenceSearch(settings, evaluator, encoding, game, spec.moveLimit(), seed);
        }

        boolean isOver() {
            assertThat(tree.isOver()).isEqualTo(reference.root.isOver);
            return tree.isOver();
        }

        /** Searches, compares the trees, and plays the best move. */
        Counts compareMove(int simulations, boolean exploring, String what) {
            tree.start(simulations, exploring, tools);
            while (!tree.isComplete()) {
                int count = tree.select(tools, rows, 0);
                if (count > 0) {
                    requireMask(count - 1);
                    Evaluations evaluations = evaluator.evaluate(rows, count);
                    tree.check(evaluations, 0, tools);
                    tree.expand(evaluations, 0, tools);
                }
            }
            reference.search(simulations, exploring);
            Counts counts = compareNodes(tree.root(), reference.root, what);
            int action = comparePolicy(what);
            tree.advance(action, tools);
            reference.advance(action);
            return counts;
        }

        /** Checks the action mask of the last leaf, if no terminal node was reached after it. */
        private void requireMask(int row) {
            Game leaf = tools.game;
            int start = row * rows.layout().actionMaskByteCount();
            for (int action = 0; action < leaf.grid().moveCount() && !tree.isOver(leaf); action++) {
                boolean isLegal = (rows.actionMasks()[start + action / 8] & 0x80 >>> action % 8) != 0;
                assertThat(isLegal).isEqualTo(leaf.legality(action).isLegal());
            }
        }

        private int comparePolicy(String what) {
            if (!tree.isGumbel()) {
                NodeArena nodes = tree.nodes();
                return nodes.action(nodes.edge(tree.root(), SearchedPolicy.mostVisited(nodes, tree.root())));
            }
            int action = tree.bestGumbelAction(tools);
            assertThat(action).as(what).isEqualTo(reference.bestByGumbel());
            float[] policy = new float[tree.nodes().actionCount()];
            tools.policy.compute(tree, tools.completed);
            tools.policy.move(action, 0, true).copyPolicy(policy, 0, policy.length);
            double[] expected = reference.improvedPolicy(reference.root);
            for (int each = 0; each < policy.length; each++) {
                assertThat((double) policy[each]).as(what).isCloseTo(expected[each], within(1e-6));
            }
            return action;
        }

        private Counts compareNodes(int node, ReferenceSearch.Node expected, String what) {
            NodeArena nodes = tree.nodes();
            if (nodes.isTerminal(node) != expected.isOver || nodes.value(node) != expected.value) {
                throw new AssertionError(what + ": another value or end");
            }
            Counts counts = reached(expected);
            if (expected.isOver) {
                return counts;
            }
            if (nodes.edgeCount(node) != expected.edges.size()) {
                throw new AssertionError(what + ": other actions");
            }
            for (int index = 0; index < expected.edges.size(); index++) {
                ReferenceSearch.Edge edge = expected.edges.get(index);
                int actual = nodes.edge(node, index);
                boolean isEqual = nodes.action(actual) == edge.action
                        && nodes.edgeVisits(actual) == edge.visits
                        && Math.abs(nodes.total(actual) - edge.total) < 1e-6;
                if (!isEqual) {
                    throw new AssertionError("%s: action %d with %d visits and a total of %f, not %d, %d, %f"
                            .formatted(
                                    what,
                                    nodes.action(actual),
                                    nodes.edgeVisits(actual),
                                    nodes.total(actual),
                                    edge.action,
                                    edge.visits,
                                    edge.total));
                }
                counts = counts.plus(compareNodes(nodes.child(actual), edge.child.orElseThrow(), what));
            }
            return counts;
        }

        private static Counts reached(ReferenceSearch.Node node) {
            Game game = node.game;
            int last = game.moveNumber() == 0 ? game.grid().pass() : game.move(game.moveNumber());
            boolean isPass = last == game.grid().pass();
            boolean isSuicide = !isPass && game.colorAt(last) == Color.EMPTY;
            int superkos = 0;
            for (int point = 0; point < game.grid().pointCount(); point++) {
                boolean isForbidden = game.legality(point) == Legality.REPETITION;
                superkos += isForbidden && game.repeatedMoveNumber(point) < game.moveNumber() - 1 ? 1 : 0;
            }
            return new Counts(
                    1,
                    node.isOver ? 1 : 0,
                    game.removedCount() > 0 && !isSuicide ? 1 : 0,
                    isSuicide ? 1 : 0,
                    superkos,
                    isPass ? 1 : 0);
        }
    }
}
