package dev.tengen.env;

import dev.tengen.base.MemoryModel;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.Arrays;

/**
 * A cursor in a tree: an environment that moves from node to node. It undoes moves up to the common ancestor and plays
 * moves down from there. Not thread-safe.
 */
final class TreeCursor {
    private static final int INITIAL_PATH_LENGTH = 32;

    private final TreeNodes nodes;
    private final Environment environment;
    private final RowWriter writer;
    private int node;
    private long handle;
    private int[] path = new int[INITIAL_PATH_LENGTH];

    /** Creates a cursor at {@code node}, the state of {@code environment}. */
    TreeCursor(TreeNodes nodes, Environment environment, int node, RowLayout layout) {
        this.nodes = nodes;
        this.environment = environment;
        writer = new RowWriter(environment.spec(), layout);
        setNode(node);
    }

    private void setNode(int newNode) {
        node = newNode;
        handle = nodes.handle(newNode);
    }

    /** Writes the state of the current node. */
    void describe(LaneRows rows, int row) {
        writer.describe(environment, rows, row);
    }

    /** Returns the state of the current node. */
    EnvironmentSnapshot snapshot() {
        return environment.snapshot();
    }

    /**
     * Plays {@code action} at the current node, and writes the result to the row. If the action is legal, the cursor
     * moves to {@code child}.
     */
    Legality step(int action, int child, LaneRows rows, int row) {
        rows.setInt(RowField.ACTIONS, row, action);
        Legality legality = step(environment, action);
        rows.setIllegalReason(row, legality);
        if (legality.isLegal()) {
            setNode(child);
            writer.describe(environment, rows, row);
            rows.setRewards(row, environment.reward(Color.BLACK), environment.reward(Color.WHITE));
        }
        return legality;
    }

    /**
     * Plays {@code action} in the environment of a tree. A resignation does not exist there: it is not visible in the
     * position, and a search does not need a node for it.
     */
    static Legality step(Environment environment, int action) {
        if (action == Environment.RESIGN) {
            return environment.isOver() ? Legality.EPISODE_OVER : Legality.OUT_OF_RANGE;
        }
        return environment.step(action);
    }

    /** Moves to {@code target}, in the tree with root {@code root}. */
    void moveTo(int target, int root) {
        if (!nodes.isCurrent(node, handle)) {
            // The current node was released. The moves up to the root are still valid.
            undoTo(nodes.depth(root));
            setNode(root);
        }
        int length = 0;
        int up = node;
        int down = target;
        while (up != down) {
            if (nodes.depth(down) >= nodes.depth(up)) {
                length = push(down, length);
                down = nodes.parent(down);
            } else {
                up = nodes.parent(up);
            }
        }
        undoTo(nodes.depth(up));
        while (length > 0) {
            Legality legality = environment.step(nodes.action(path[--length]));
            assert legality.isLegal() : "an action of the tree is " + legality;
        }
        setNode(target);
    }

    private int push(int passed, int length) {
        if (length == path.length) {
            path = Arrays.copyOf(path, 2 * length);
        }
        path[length] = passed;
        return length + 1;
    }

    private void undoTo(int moveNumber) {
        while (environment.game().moveNumber() > moveNumber) {
            environment.undo();
        }
    }

    /**
     * Returns an estimate of the size in memory of a cursor of environments with {@code spec}, in bytes, in a tree with
     * the root at move {@code rootMoveCount} and the deepest node at move {@code moveCount}.
     */
    static long memoryBytes(EnvironmentSpec spec, RowLayout layout, int rootMoveCount, int moveCount) {
        return MemoryModel.CURSOR.bytes(Game.roomForMoves(spec.grid(), moveCount))
                + Environment.unobservedBytes(spec, moveCount)
                + RowWriter.memoryBytes(spec, layout, rootMoveCount, moveCount);
    }
}
