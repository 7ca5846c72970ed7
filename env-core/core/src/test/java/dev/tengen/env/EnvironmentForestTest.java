package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tengen.base.CooperativeThread;
import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Legality;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.ObservationForm;
import dev.tengen.player.Players;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class EnvironmentForestTest {
    private static final int PASS = 81;
    private static final int MAX_NODE_COUNT = 8;

    private final EnvironmentForest forest = new EnvironmentForest(spec(MAX_NODE_COUNT));

    private static ForestSpec spec(int maxNodeCount) {
        return new ForestSpec(Grid.square(9), List.of("alphazero-17"), ObservationForm.PACKED, maxNodeCount);
    }

    private static TreeRoot root(TestSpec spec) {
        return TreeRoot.start(spec.build());
    }

    private long plant() {
        return forest.plant(List.of(root(TestSpec.square(9)))).handle(0);
    }

    private long expand(long parent, int action) {
        return forest.expand(new long[] {parent}, action).handle(0);
    }

    /** Requires that {@code call} fails with {@code message} and changes nothing. */
    private void assertInvalid(ThrowingCallable call, String message) {
        assertRefused(call, InvalidValueException.class, message);
    }

    /** Requires that {@code call} fails with {@code message} and changes nothing. */
    private void assertRefused(ThrowingCallable call, Class<? extends Exception> type, String message) {
        int nodes = forest.nodeCount();
        int trees = forest.treeCount();

        assertThatThrownBy(call).isInstanceOf(type).hasMessage(message);
        assertThat(forest.nodeCount()).isEqualTo(nodes);
        assertThat(forest.treeCount()).isEqualTo(trees);
    }

    @Test
    void expand_handleNeverGiven_isRefused() {
        long root = plant();

        assertInvalid(
                () -> forest.expand(new long[] {root, 7}, 40, 40),
                "parents 7 is not the handle of a node of this stream");
    }

    @Test
    void plantAll_interruptedAfterSomeRoots_plantsNone() throws InterruptedException {
        plant();
        EnvironmentForest.PreparedRoot[] roots = new EnvironmentForest.PreparedRoot[4];
        Arrays.setAll(roots, row -> forest.prepare(root(TestSpec.square(9))));
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicInteger turns = new AtomicInteger();
        Thread thread = new CooperativeThread(() -> thrown.set(catchThrowable(() -> forest.plantAll(List.of(roots))))) {
            @Override
            protected void yieldTurn() {
                if (turns.incrementAndGet() == 3) {
                    interrupt();
                }
            }
        };

        thread.start();
        thread.join();

        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(turns).hasValue(3);
        assertThat(forest.treeCount()).isEqualTo(1);
        assertThat(forest.nodeCount()).isEqualTo(1);
        assertThat(forest.plantAll(List.of(roots)).rowCount()).isEqualTo(4);
    }

    /** A resignation after the end once was OUT_OF_RANGE, although the end of the episode comes first. */
    @Test
    void expand_afterTheEnd_isEpisodeOverForEveryAction() {
        long end = expand(expand(plant(), PASS), PASS);

        TreeRows rows = forest.expand(new long[] {end, end, end, end}, Environment.RESIGN, PASS + 1, -1, 40);

        for (int row = 0; row < rows.rowCount(); row++) {
            assertThat(rows.legality(row)).isEqualTo(Legality.EPISODE_OVER);
        }
    }

    @Test
    void plant_resignationAfterTheEnd_isRefusedAsEpisodeOver() {
        TreeRoot root = root(TestSpec.square(9)).then(List.of(PASS, PASS, Environment.RESIGN));

        assertInvalid(
                () -> forest.plant(List.of(root)),
                "actions with -2, illegal by EPISODE_OVER, is not a list of actions that can be played one after"
                        + " another");
    }

    @Test
    void plant_rulesWithAgreement_nodesSayWhenProposalsAreDue() {
        TestSpec blog = TestSpec.square(3).rules(RulesPreset.BLOG_2011.rules(Grid.square(3)));
        TreeRows roots = forest.plant(List.of(root(blog).then(List.of(4, 9, 9)), root(TestSpec.square(3))));

        TreeRows rows = forest.expand(new long[] {roots.handle(0), roots.handle(1)}, 9, 9);

        assertThat(roots.positions().bytes(RowField.AGREEMENTS)).containsExactly(0, 0);
        assertThat(rows.positions().bytes(RowField.AGREEMENTS)).containsExactly(1, 0);
    }

    @Test
    void expand_handleReleased_isRefused() {
        long root = plant();
        long node = expand(root, 40);
        forest.release(node);

        assertInvalid(() -> expand(node, 41), "parents " + node + " is the handle of a node that was released");
    }

    @Test
    void expand_fewerActionsThanParents_isRefused() {
        long root = plant();

        assertInvalid(
                () -> forest.expand(new long[] {root, root}, 40),
                "actions of 4 bytes is not 8 bytes long, an int32 for each parent");
    }

    @Test
    void rows_partOfHandle_isRefused() {
        assertInvalid(() -> forest.rows(new byte[9], new byte[4]), "parents of 9 bytes is not a uint64 for each node");
    }

    @Test
    void expand_moreThanThereIsRoomFor_isRefused() {
        long root = plant();

        assertInvalid(
                () -> forest.expand(new long[8], 0, 1, 2, 3, 4, 5, 6, 7),
                "parents 0 is not the handle of a node of this stream");
        assertRefused(
                () -> forest.expand(
                        new long[] {root, root, root, root, root, root, root, root}, 0, 1, 2, 3, 4, 5, 6, 7),
                ForestFullException.class,
                "1 of 8 nodes exist, and there is no room for 8 more; release some nodes");
        assertThat(forest.expand(new long[] {root, root, root, root, root, root, root}, 0, 1, 2, 3, 4, 5, 6)
                        .rowCount())
                .as("as many as there is room for")
                .isEqualTo(7);
    }

    @Test
    void expand_illegalAction_takesNoRoom() {
        long root = plant();

        TreeRows rows = forest.expand(new long[] {root, root, root, root}, 0, PASS + 1, Environment.RESIGN, -1);

        assertThat(forest.nodeCount()).isEqualTo(2);
        assertThat(rows.handle(1)).isZero();
        for (int row = 1; row < 4; row++) {
            assertThat(rows.legality(row)).isEqualTo(Legality.OUT_OF_RANGE);
        }
    }

    @Test
    void expand_sameActionTwice_makesTwoNodes() {
        long root = plant();

        TreeRows rows = forest.expand(new long[] {root, root}, 40, 40);

        assertThat(rows.handle(0)).isNotEqualTo(rows.handle(1));
        assertThat(forest.nodeCount()).isEqualTo(3);
    }

    @Test
    void plant_moreThanThereIsRoomFor_isRefused() {
        List<TreeRoot> roots = new ArrayList<>();
        for (int i = 0; i < MAX_NODE_COUNT + 1; i++) {
            roots.add(root(TestSpec.square(9)));
        }

        assertRefused(
                () -> forest.plant(roots),
                ForestFullException.class,
                "0 of 8 nodes exist, and there is no room for 9 more; release some nodes");
    }

    @Test
    void plant_boardLargerThanForest_isRefused() {
        assertInvalid(
                () -> forest.plant(List.of(root(TestSpec.square(9)), root(TestSpec.square(13)))),
                "size 13x13 is not at most 9x9, the size that the forest was created for");
    }

    @Test
    void plant_actions_arePlayedBeforeTheRoot() {
        TreeRoot start = root(TestSpec.square(9));

        TreeRows rows = forest.plant(List.of(start.then(List.of(40)).then(List.of(41)), start));

        Environment played = new Environment(TestSpec.square(9).build(), 1);
        played.step(40);
        played.step(41);
        assertThat(rows.positions().stateHash(0)).isEqualTo(played.stateHash());
        assertThat(rows.positions().stateHash(1)).isNotEqualTo(played.stateHash());
    }

    @Test
    void plant_illegalAction_isRefused() {
        TreeRoot root = root(TestSpec.square(9)).then(List.of(40, 40));

        assertInvalid(
                () -> forest.plant(List.of(root(TestSpec.square(9)), root)),
                "actions with 40, illegal by OCCUPIED, is not a list of actions that can be played one after another");
    }

    @Test
    void plant_opponentThatMovesFirst_isLeftAside() {
        TestSpec spec = TestSpec.square(9).opponent(Players.RANDOM, Color.BLACK);

        TreeRows rows = forest.plant(List.of(root(spec)));

        assertThat(rows.positions().stateHash(0))
                .isEqualTo(new Environment(TestSpec.square(9).build(), 1).stateHash());
    }

    @Test
    void spec_noNodes_isRefused() {
        assertThatThrownBy(() -> spec(0))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("max_node_count 0 is outside [1, 2147483647]");
    }

    @Test
    void release_root_endsTree() {
        long root = plant();
        expand(expand(root, 40), 41);

        assertThat(forest.release(root)).isEqualTo(3);
        assertThat(forest.treeCount()).isZero();
        assertThat(forest.nodeCount()).isZero();
    }

    @Test
    void release_nodesBelowOneAnother_releasesEachOnce() {
        long root = plant();
        long child = expand(root, 40);
        long grandchild = expand(child, 41);

        assertThat(forest.release(grandchild, child)).isEqualTo(2);
        assertThat(forest.release(root)).isEqualTo(1);
    }

    @Test
    void release_nodeBelowOneNamedBefore_isGoneWithIt() {
        long child = expand(plant(), 40);
        long grandchild = expand(child, 41);

        assertThat(forest.release(child, grandchild)).isEqualTo(2);
    }

    @Test
    void release_namedTwiceOrBefore_isRefused() {
        long root = plant();
        long child = expand(root, 40);

        assertInvalid(
                () -> forest.release(child, root, child),
                "nodes with node " + child + " twice is not a list of different nodes");
        forest.release(child);
        assertInvalid(
                () -> forest.release(root, child), "nodes " + child + " is the handle of a node that was released");
    }

    @Test
    void reroot_nodesOfOneTree_areRefused() {
        long root = plant();
        long child = expand(root, 40);

        assertInvalid(
                () -> forest.reroot(root, child), "nodes with two nodes of one tree is not one node for each tree");
    }

    @Test
    void reroot_nodesOfTwoTrees_keepsWhatIsBelow() {
        long first = plant();
        long second = plant();
        long kept = expand(first, 40);
        long below = expand(kept, 41);
        long sibling = expand(first, 42);

        assertThat(forest.reroot(kept, second)).isEqualTo(2);
        assertThat(forest.nodeCount()).isEqualTo(3);
        assertThatCode(() -> expand(below, 43)).doesNotThrowAnyException();
        assertThatThrownBy(() -> expand(sibling, 43)).hasMessageContaining("was released");
        assertThatThrownBy(() -> expand(first, 43)).hasMessageContaining("was released");
    }

    @Test
    void expand_fromManyThreadsInOneTree_equalsOneThread() {
        EnvironmentForest large = new EnvironmentForest(spec(50_000));
        SplitMix64 random = new SplitMix64(5);
        List<Long> nodes = new ArrayList<>();
        nodes.add(large.plant(List.of(root(TestSpec.square(9)))).handle(0));
        int made = 0;
        for (int round = 0; round < 100; round++) {
            long[] parents = new long[128];
            int[] actions = new int[parents.length];
            for (int i = 0; i < parents.length; i++) {
                parents[i] = nodes.get(random.nextInt(nodes.size()));
                actions[i] = random.nextInt(PASS);
            }
            TreeRows alone = large.expand(parents, actions);
            TreeRows shared = inThreads(large, parents, actions);
            for (RowField field : RowField.values()) {
                assertThat(shared.positions().bytes(field))
                        .as("%s", field)
                        .isEqualTo(alone.positions().bytes(field));
            }
            for (int row = 0; row < parents.length; row++) {
                if (shared.handle(row) != 0) {
                    nodes.add(shared.handle(row));
                    made++;
                }
            }
        }
        assertThat(made).as("nodes").isGreaterThan(5_000);
        assertThat(made).as("nodes, some actions being illegal").isLessThan(12_800);
    }

    private static TreeRows inThreads(EnvironmentForest forest, long[] parents, int[] actions) {
        TreeRows rows = forest.rows(LittleEndianBytes.of(parents), LittleEndianBytes.of(actions));
        List<CompletableFuture<Void>> parts = new ArrayList<>();
        for (int from = 0; from < parents.length; from += 32) {
            int start = from;
            parts.add(CompletableFuture.runAsync(() -> forest.expand(rows, start, start + 32)));
        }
        parts.forEach(CompletableFuture::join);
        forest.finish(rows);
        return rows;
    }
}
