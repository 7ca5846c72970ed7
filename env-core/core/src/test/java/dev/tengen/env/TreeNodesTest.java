package dev.tengen.env;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares nodes in arrays with objects that reference their parent. */
class TreeNodesTest {
    private static final int MAX_COUNT = 500;
    private static final int ROUNDS = 20_000;

    /** A node as a plain object. */
    private record Model(long handle, int tree, Model parent, int depth, int action) {
        boolean isIn(Model top) {
            return this == top || parent != null && parent.isIn(top);
        }
    }

    private final TreeNodes nodes = new TreeNodes(MAX_COUNT);
    private final List<Model> there = new ArrayList<>();
    private final List<Long> gone = new ArrayList<>();
    private int treeCount;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void anyCalls_random_equalModel(long seed) {
        SplitMix64 random = new SplitMix64(seed);
        Map<String, Integer> calls = new HashMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            int kind = random.nextInt(100);
            String call;
            if (there.isEmpty() || kind < 2) {
                call = plant(random.nextInt(50));
            } else if (kind < 96) {
                call = add(random.nextInt(there.size()), random.nextInt(626));
            } else if (kind < 99) {
                call = release(random.nextInt(there.size()));
            } else {
                call = reroot(random.nextInt(there.size()));
            }
            calls.merge(call, 1, Integer::sum);
            assertThat(nodes.count()).isEqualTo(there.size());
            if (round % 50 == 0) {
                compareAll();
            }
        }

        compareAll();
        assertThat(calls.keySet())
                .contains("add", "full", "plant", "release one", "release many", "reroot", "reroot root");
        assertThat(calls).allSatisfy((call, count) -> assertThat(count).as(call).isGreaterThan(15));
        assertThat(gone.size()).as("released nodes").isGreaterThan(6_000);
    }

    private String plant(int depth) {
        if (nodes.room() == 0) {
            return "full";
        }
        int node = nodes.addRoot(treeCount, depth);
        there.add(new Model(nodes.handle(node), treeCount++, null, depth, 0));
        return "plant";
    }

    private String add(int at, int action) {
        if (nodes.room() == 0) {
            return "full";
        }
        Model parent = there.get(at);
        int node = nodes.addChild(nodes.node("parent", parent.handle()), action);
        there.add(new Model(nodes.handle(node), parent.tree(), parent, parent.depth() + 1, action));
        return "add";
    }

    private String release(int at) {
        Model top = there.get(at);
        int released = nodes.release(nodes.node("node", top.handle()));
        assertThat(released)
                .isEqualTo(drop(there.stream().filter(node -> node.isIn(top)).toList()));
        return released == 1 ? "release one" : "release many";
    }

    private String reroot(int at) {
        Model root = there.get(at);
        int released = nodes.reroot(nodes.node("node", root.handle()));
        assertThat(released)
                .isEqualTo(drop(there.stream()
                        .filter(node -> node.tree() == root.tree() && !node.isIn(root))
                        .toList()));
        Map<Model, Model> moved = new HashMap<>();
        there.replaceAll(node -> node.tree() == root.tree() ? under(root, node, moved) : node);
        return released == 0 ? "reroot root" : "reroot";
    }

    /** Returns a copy of {@code node} in the tree with {@code root}; {@code moved} has the copies made before. */
    private static Model under(Model root, Model node, Map<Model, Model> moved) {
        Model known = moved.get(node);
        if (known != null) {
            return known;
        }
        Model parent = node == root ? null : under(root, Objects.requireNonNull(node.parent()), moved);
        Model made = new Model(node.handle(), node.tree(), parent, node.depth(), node.action());
        moved.put(node, made);
        return made;
    }

    private int drop(List<Model> dropped) {
        Set<Long> handles = dropped.stream().map(Model::handle).collect(Collectors.toSet());
        gone.addAll(handles);
        there.removeIf(node -> handles.contains(node.handle()));
        return handles.size();
    }

    private void compareAll() {
        for (Model model : there) {
            int node = nodes.node("node", model.handle());
            assertThat(nodes.handle(node)).isEqualTo(model.handle());
            assertThat(nodes.tree(node)).isEqualTo(model.tree());
            assertThat(nodes.depth(node)).isEqualTo(model.depth());
            assertThat(nodes.action(node)).isEqualTo(model.action());
            assertThat(nodes.parent(node))
                    .isEqualTo(
                            model.parent() == null
                                    ? TreeNodes.NONE
                                    : nodes.node("parent", model.parent().handle()));
        }
        for (long handle : gone.subList(Math.max(0, gone.size() - 100), gone.size())) {
            assertThatThrownBy(() -> nodes.node("node", handle)).hasMessageContaining("was released");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, -1, 1L << 32 | 2, 2L << 32, 1L << 63 | 1L << 32})
    void node_handleNeverGiven_isInvalid(long handle) {
        nodes.addRoot(0, 0);
        nodes.addRoot(1, 0);

        assertThatThrownBy(() -> nodes.node("parents", handle))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("parents " + Long.toUnsignedString(handle) + " is not the handle of a node of this stream");
    }

    @Test
    void node_releasedHandle_saysSo() {
        int node = nodes.addRoot(0, 0);
        long handle = nodes.handle(node);
        nodes.release(node);
        int heir = nodes.addRoot(1, 0);

        assertThat(heir).as("place of the node").isEqualTo(node);
        assertThat(nodes.handle(heir)).isNotEqualTo(handle);
        assertThatThrownBy(() -> nodes.node("nodes", handle))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("nodes " + handle + " is the handle of a node that was released");
    }

    @Test
    void addRoot_placeGivenAwayAsOftenAsHandlesCanTell_isAnotherPlace() {
        TreeNodes fewUses = new TreeNodes(1, 3);

        List<Long> handles = new ArrayList<>();
        for (int use = 0; use < 10; use++) {
            int node = fewUses.addRoot(use, 0);
            handles.add(fewUses.handle(node));
            fewUses.release(node);
        }

        assertThat(handles).doesNotHaveDuplicates();
        assertThatThrownBy(() -> fewUses.node("nodes", handles.get(0))).hasMessageContaining("was released");
    }

    @Test
    void release_lineOfManyNodes_needsNoStack() {
        TreeNodes deep = new TreeNodes(1_000_000);
        int root = deep.addRoot(0, 0);
        int node = root;
        while (deep.room() > 0) {
            node = deep.addChild(node, 1);
        }

        assertThat(deep.release(root)).isEqualTo(1_000_000);
        assertThat(deep.count()).isZero();
    }
}
