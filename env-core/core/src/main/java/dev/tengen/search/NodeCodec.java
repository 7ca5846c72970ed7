package dev.tengen.search;

import dev.tengen.base.CancellationPoint;
import dev.tengen.base.InvalidValueException;
import dev.tengen.game.Game;
import java.util.Arrays;

/**
 * Encodes the nodes of a tree as integers: those of its arena after {@link NodeArena#copySubtree}. Decoding trusts
 * nothing: it checks every offset, and every node against the rules.
 */
final class NodeCodec {
    private static final int[] NO_NODES = {};
    private static final int FIRST = 1;

    private final NodeArena nodes;
    private final SearchTree tree;
    private final SearchTools tools;

    /** The offsets of all nodes, in order. */
    private int[] offsets = new int[64];

    private int count;

    private NodeCodec(NodeArena nodes, SearchTree tree, SearchTools tools) {
        this.nodes = nodes;
        this.tree = tree;
        this.tools = tools;
    }

    /** Returns the code of the nodes of a tree with {@code root}, which may be {@link NodeArena#NONE}. */
    static int[] encode(NodeArena nodes, int root) {
        if (root == NodeArena.NONE) {
            return NO_NODES;
        }
        NodeArena copy = new NodeArena(nodes.actionCount());
        copy.copySubtree(nodes, root);
        return copy.used();
    }

    /**
     * Sets {@code nodes}, those of {@code tree}, to what {@code code} describes, and returns the root.
     *
     * @throws InvalidValueException if the code is not one of a tree after the game of {@code tree}
     */
    static int decode(int[] code, NodeArena nodes, SearchTree tree, SearchTools tools) {
        if (code.length == 0) {
            return NodeArena.NONE;
        }
        nodes.load(code, 0);
        NodeCodec codec = new NodeCodec(nodes, tree, tools);
        codec.findNodes();
        codec.checkEdges();
        for (int i = 0; i < codec.count; i++) {
            codec.checkRules(codec.offsets[i]);
        }
        nodes.load(code, codec.count);
        return FIRST;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw InvalidValueException.not("slot_state", "with damaged nodes", "the state of a search");
        }
    }

    private void findNodes() {
        int size = nodes.size();
        int node = FIRST;
        while (node < size) {
            require(node + NodeArena.TERMINAL_SIZE <= size);
            if (!nodes.isTerminal(node)) {
                require(node + nodes.nodeSize() <= size && nodes.edgeCount(node) <= nodes.actionCount());
                require(nodes.edge(node, 0) == node + nodes.nodeSize());
            }
            offsets = count == offsets.length ? Arrays.copyOf(offsets, 2 * count) : offsets;
            offsets[count++] = node;
            node += nodes.copiedSize(node);
        }
        require(node == size && !nodes.isTerminal(FIRST));
    }

    /** Checks that every node but the root is at the end of the edge that it names, in order. */
    private void checkEdges() {
        int next = 1;
        require(nodes.ints[FIRST + NodeArena.PARENT] == NodeArena.NONE && nodes.ints[FIRST + NodeArena.EDGE] == 0);
        for (int i = 0; i < count; i++) {
            int node = offsets[i];
            if (nodes.isTerminal(node)) {
                continue;
            }
            long visits = 0;
            for (int index = 0; index < nodes.edgeCount(node); index++) {
                int edge = nodes.edge(node, index);
                require(next < count && nodes.child(edge) == offsets[next]);
                require(nodes.ints[offsets[next] + NodeArena.PARENT] == node);
                require((nodes.ints[offsets[next] + NodeArena.EDGE] & ~NodeArena.TERMINAL) == index);
                require(nodes.edgeVisits(edge) > 0 && Math.abs(nodes.total(edge)) <= nodes.edgeVisits(edge) * 1.01);
                boolean isTerminal = nodes.isTerminal(offsets[next]);
                require(isTerminal || nodes.edgeVisits(edge) == 1 + nodes.visits(offsets[next]));
                visits += nodes.edgeVisits(edge);
                next++;
            }
            require(visits == nodes.visits(node));
        }
        require(next == count);
    }

    /** Checks the actions of a node, and its value, against the rules. Ancestors were checked before. */
    private void checkRules(int node) {
        Game game = tools.game;
        tools.copy(tree.game());
        play(node, game);
        float value = nodes.value(node);
        require(tree.isOver(game) == nodes.isTerminal(node) && value >= -1 && value <= 1);
        if (nodes.isTerminal(node)) {
            require(value == tree.result(game));
            return;
        }
        for (int index = 0; index < nodes.edgeCount(node); index++) {
            int edge = nodes.edge(node, index);
            require(nodes.action(edge) < nodes.actionCount() && nodes.priorCode(edge) != PriorCode.NONE);
            require(nodes.priorWithoutEdge(node, nodes.action(edge)) == PriorCode.NONE);
        }
        RootPriors.copyCodes(nodes, node, tools.codes);
        game.legalPoints(tools.legal);
        double sum = 0;
        for (int action = 0; action < nodes.actionCount(); action++) {
            boolean isLegal = action == game.grid().pass() || tools.legal.contains(action);
            require(isLegal == (tools.codes[action] != PriorCode.NONE));
            sum += PriorCode.prior(tools.codes[action]);
        }
        // Only the last bits of a sum may depend on its order.
        require(Math.abs(NodeArena.priorSum(nodes.ints, node) / sum - 1) < 1e-9);
    }

    /** Plays the actions from the root to a node. Its line may be as long as the code. */
    private void play(int node, Game game) {
        int depth = depth(nodes, node);
        tools.ensurePath(depth);
        int at = node;
        for (int i = depth - 1; i >= 0; i--) {
            int parent = nodes.ints[at + NodeArena.PARENT];
            int index = nodes.ints[at + NodeArena.EDGE] & ~NodeArena.TERMINAL;
            tools.path[i] = nodes.action(nodes.edge(parent, index));
            at = parent;
        }
        for (int i = 0; i < depth; i++) {
            CancellationPoint.check(i);
            game.playLegal(tools.path[i]);
        }
    }

    /** Returns the number of moves from the root to a node. */
    private static int depth(NodeArena nodes, int node) {
        int depth = 0;
        for (int at = nodes.ints[node + NodeArena.PARENT];
                at != NodeArena.NONE;
                at = nodes.ints[at + NodeArena.PARENT]) {
            depth++;
        }
        return depth;
    }

    /** Returns the number of moves from the root to the deepest of nodes that {@link #decode} has set. */
    static int depth(NodeArena nodes) {
        int last = FIRST;
        for (int node = FIRST; node < nodes.size(); node += nodes.copiedSize(node)) {
            last = node;
        }
        return depth(nodes, last);
    }
}
