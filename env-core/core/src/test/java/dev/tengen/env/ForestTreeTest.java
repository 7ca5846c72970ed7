package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.planes.ObservationForm;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The cursors that a tree keeps, and the memory of a tree that grows. */
class ForestTreeTest {
    private static final Grid GRID = Grid.square(9);
    private static final ForestSpec SPEC = new ForestSpec(GRID, List.of(), ObservationForm.PACKED, 10_000);

    private final TreeNodes nodes = new TreeNodes(10_000);
    private final int root = nodes.addRoot(0, 0);
    private final List<Long> asked = new ArrayList<>();
    private boolean mayKeep = true;

    private ForestTree tree() {
        Environment environment = new Environment(EnvironmentSpec.of(GRID, Rules.TROMP_TAYLOR), 0);
        return new ForestTree(
                nodes,
                new EnvironmentForest.PreparedRoot(environment, environment.snapshot()),
                root,
                SPEC.layout(),
                bytes -> {
                    asked.add(bytes);
                    return mayKeep;
                });
    }

    @Test
    void release_secondCursor_isKeptAndCounted() {
        ForestTree tree = tree();
        long before = tree.memoryBytes();

        TreeCursor first = tree.acquire();
        TreeCursor second = tree.acquire();
        tree.release(first);
        tree.release(second);

        assertThat(asked).hasSize(1);
        assertThat(tree.memoryBytes() - before).isEqualTo(asked.get(0)).isGreaterThan(3_000);
        assertThat(List.of(tree.acquire(), tree.acquire())).containsExactlyInAnyOrder(first, second);
    }

    @Test
    void release_withoutMemory_dropsTheSecondCursor() {
        ForestTree tree = tree();
        long before = tree.memoryBytes();
        mayKeep = false;

        TreeCursor first = tree.acquire();
        TreeCursor second = tree.acquire();
        tree.release(first);
        tree.release(second);

        assertThat(tree.memoryBytes()).isEqualTo(before);
        assertThat(tree.acquire()).isSameAs(first);
        assertThat(tree.acquire()).isNotSameAs(second);
    }

    @Test
    void release_oneCursorAgainAndAgain_asksForNoMemory() {
        ForestTree tree = tree();

        for (int time = 0; time < 3; time++) {
            tree.release(tree.acquire());
        }

        assertThat(asked).isEmpty();
    }

    @Test
    void grow_deepNodes_growsInSteps() {
        ForestTree tree = tree();
        long before = tree.memoryBytes();

        long growth = tree.growthBytes(1_000);
        tree.grow(1_000);

        assertThat(tree.memoryBytes() - before).isEqualTo(growth).isBetween(10_000L, 60_000L);
        assertThat(tree.growthBytes(1_000)).isZero();
        assertThat(tree.growthBytes(1_001)).isZero(); // The history grows by half at a time.
        assertThat(tree.growthBytes(2_000)).isPositive();
    }

    @Test
    void rows_deeperNodes_reserveBeforeTheyAreMade() {
        EnvironmentForest forest = new EnvironmentForest(SPEC);
        long node = forest.plant(List.of(TreeRoot.start(EnvironmentSpec.of(GRID, Rules.TROMP_TAYLOR))))
                .handle(0);
        List<Long> growth = new ArrayList<>();
        long planted = forest.treeBytes();

        for (int move = 0; move < 50; move++) {
            TreeRows rows = forest.rows(
                    LittleEndianBytes.of(new long[] {node}), LittleEndianBytes.of(new int[] {move}), growth::add);
            forest.expand(rows, 0, 1);
            forest.finish(rows);
            node = rows.handle(0);
        }

        assertThat(growth).hasSizeBetween(1, 3);
        assertThat(growth.stream().mapToLong(Long::longValue).sum()).isEqualTo(forest.treeBytes() - planted);
        assertThat(forest.rerootBytes(node)).isBetween(200L, 1_000L);
        assertThat(forest.rerootBytes(-1, Long.MAX_VALUE, 0)).isZero();
    }
}
