package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Legality;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.ObservationForm;
import dev.tengen.testing.TestSize;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares nodes of random trees with the same line played step by step in a separate environment. */
@Tag("reference")
class ForestAgreementTest {
    private static final List<String> ENCODINGS = List.of("alphazero-17", "gymgo-6");
    private static final int NODE_COUNT = TestSize.of(20_000);
    private static final int PAIRS = 64;

    private final SplitMix64 random = new SplitMix64(11);
    private final EnvironmentForest forest =
            new EnvironmentForest(new ForestSpec(Grid.square(9), ENCODINGS, ObservationForm.PACKED, 100_000));
    private final List<Known> nodes = new ArrayList<>();
    private int compared;
    private int refused;
    private int bans;
    private int captures;
    private int ends;
    private int agreements;
    private int overBeforeRange;
    private int deepest;

    /** A node, the line that leads to it, and the nodes from its root down to itself. */
    private record Known(EnvironmentSpec spec, long handle, List<Integer> line, List<Long> path) {
        static Known root(EnvironmentSpec spec, long handle, List<Integer> line) {
            return new Known(spec, handle, line, List.of(handle));
        }

        Known child(int action, long childHandle) {
            return new Known(spec, childHandle, with(line, action), with(path, childHandle));
        }

        boolean isIn(Known root) {
            return path.contains(root.handle);
        }

        boolean isInTreeOf(Known other) {
            return path.get(0).equals(other.path.get(0));
        }

        Known under(Known root) {
            return new Known(spec, handle, line, path.subList(path.indexOf(root.handle), path.size()));
        }

        private static <T> List<T> with(List<T> list, T last) {
            List<T> longer = new ArrayList<>(list);
            longer.add(last);
            return longer;
        }
    }

    @Test
    void expand_randomTrees_equalLinesPlayedStepByStep() {
        plant();
        while (compared < NODE_COUNT) {
            expand();
            if (random.nextInt(8) == 0) {
                release();
            }
            if (random.nextInt(40) == 0) {
                reroot();
            }
            if (nodes.size() < 10) {
                plant();
            }
        }

        assertThat(refused).as("illegal actions").isGreaterThan(TestSize.least(1_000));
        assertThat(bans).as("repetitions among them").isGreaterThan(TestSize.least(20));
        assertThat(captures).as("captures").isGreaterThan(TestSize.least(300));
        assertThat(ends).as("ends").isGreaterThan(TestSize.least(500));
        assertThat(agreements).as("nodes where players propose dead stones").isGreaterThan(TestSize.least(200));
        assertThat(overBeforeRange)
                .as("actions that do not exist, after the end of the episode")
                .isGreaterThan(TestSize.least(20));
        assertThat(deepest).as("nodes of the longest path").isGreaterThan(TestSize.of(20));
    }

    private void plant() {
        List<EnvironmentSpec> specs = new ArrayList<>();
        for (RewardMode mode : RewardMode.values()) {
            specs.add(TestSpec.square(3).rewards(mode).build());
            specs.add(TestSpec.square(5)
                    .rewards(mode)
                    .rules(RulesPreset.values()[random.nextInt(5)].rules(Grid.square(5)))
                    .build());
            specs.add(TestSpec.square(9).rewards(mode).maxMoves(70).build());
            specs.add(TestSpec.square(3)
                    .rewards(mode)
                    .rules(RulesPreset.BLOG_2011.rules(Grid.square(3)))
                    .build());
        }
        List<TreeRoot> roots = new ArrayList<>();
        List<List<Integer>> lines = new ArrayList<>();
        for (EnvironmentSpec spec : specs) {
            Environment environment = new Environment(spec, 1);
            int length = random.nextInt(60);
            for (int i = 0; i < length && !environment.isOver(); i++) {
                environment.step(environment.drawAction(random));
            }
            lines.add(environment.actions());
            roots.add(TreeRoot.of(environment));
        }
        TreeRows rows = forest.plant(roots);
        for (int row = 0; row < rows.rowCount(); row++) {
            Known known = Known.root(specs.get(row), rows.handle(row), lines.get(row));
            nodes.add(known);
            compare(rows, row, known, List.of());
        }
    }

    private void expand() {
        long[] parents = new long[PAIRS];
        int[] actions = new int[PAIRS];
        List<Known> chosen = new ArrayList<>();
        for (int i = 0; i < PAIRS; i++) {
            // Mostly recent nodes, so that lines become long.
            int from = random.nextInt(4) == 0 ? 0 : Math.max(0, nodes.size() - 2 * PAIRS);
            Known parent = nodes.get(from + random.nextInt(nodes.size() - from));
            chosen.add(parent);
            parents[i] = parent.handle();
            actions[i] = action(parent);
        }
        TreeRows rows = forest.expand(parents, actions);
        for (int row = 0; row < PAIRS; row++) {
            Known parent = chosen.get(row);
            Legality legality = rows.legality(row);
            Environment before = played(parent.spec(), parent.line());
            Legality expected = actions[row] == Environment.RESIGN && !before.isOver()
                    ? Legality.OUT_OF_RANGE
                    : before.legality(actions[row]);
            assertThat(legality).isEqualTo(expected);
            overBeforeRange += actions[row] < 0 && legality == Legality.EPISODE_OVER ? 1 : 0;
            compared++;
            if (!legality.isLegal()) {
                refused++;
                bans += legality == Legality.REPETITION ? 1 : 0;
                assertThat(rows.handle(row)).isZero();
                continue;
            }
            Known child = parent.child(actions[row], rows.handle(row));
            nodes.add(child);
            deepest = Math.max(deepest, child.path().size());
            compare(rows, row, child, List.of(actions[row]));
        }
    }

    /** Returns a point, sometimes one off the board, or often the pass, so that games end. */
    private int action(Known parent) {
        Grid grid = parent.spec().grid();
        return switch (random.nextInt(20)) {
            case 0 -> random.nextInt(grid.moveCount() + 1) - 3;
            case 1, 2, 3, 4 -> grid.pass();
            default -> random.nextInt(grid.moveCount());
        };
    }

    private void compare(TreeRows rows, int row, Known node, List<Integer> lastActions) {
        Environment played = played(node.spec(), node.line());
        LaneRows expected = new LaneRows(forest.layout(), 1, new byte[0]);
        EnvironmentSpec spec = forestSpec(node.spec());
        new RowWriter(spec, forest.layout()).describe(new Environment(spec, played.snapshot()), expected, 0);
        if (!lastActions.isEmpty()) {
            expected.setInt(RowField.ACTIONS, 0, lastActions.get(0));
            expected.setRewards(0, played.reward(Color.BLACK), played.reward(Color.WHITE));
        }
        for (RowField field : RowField.values()) {
            int byteCount = field.byteCount(forest.layout());
            if (field != RowField.LANES) {
                byte[] found = new byte[byteCount];
                System.arraycopy(rows.positions().bytes(field), row * byteCount, found, 0, byteCount);
                assertThat(found).as("%s after %s", field, node.line()).isEqualTo(expected.bytes(field));
            }
        }
        captures += played.game().removedCount() > 0 ? 1 : 0;
        ends += played.isOver() ? 1 : 0;
        agreements += played.isInAgreement() ? 1 : 0;
    }

    private static EnvironmentSpec forestSpec(EnvironmentSpec spec) {
        return new ForestSpec(Grid.square(9), ENCODINGS, ObservationForm.PACKED, 1).of(spec);
    }

    private static Environment played(EnvironmentSpec spec, List<Integer> line) {
        Environment environment = new Environment(spec, 1);
        for (int action : line) {
            assertThat(environment.step(action)).isEqualTo(Legality.LEGAL);
        }
        return environment;
    }

    private void release() {
        Known released = nodes.get(random.nextInt(nodes.size()));
        int before = forest.nodeCount();
        int count = forest.release(released.handle());
        int known = nodes.size();
        nodes.removeIf(node -> node.isIn(released));
        assertThat(count).isEqualTo(known - nodes.size());
        assertThat(forest.nodeCount()).isEqualTo(before - count).isEqualTo(nodes.size());
    }

    private void reroot() {
        Known root = nodes.get(random.nextInt(nodes.size()));
        int count = forest.reroot(root.handle());
        int known = nodes.size();
        nodes.removeIf(node -> node.isInTreeOf(root) && !node.isIn(root));
        assertThat(count).isEqualTo(known - nodes.size());
        nodes.replaceAll(node -> node.isIn(root) ? node.under(root) : node);
    }
}
