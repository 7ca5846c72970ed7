package dev.tengen.env;

import dev.tengen.board.Color;
import dev.tengen.game.Legality;
import java.util.Arrays;

/**
 * A board that walks about in a tree: from one node to another it takes moves back up to where their lines part, and plays
 * down from there. Not thread-safe.
 */
final class TreeCursor {
    private static final int INITIAL_PATH_LENGTH = 32;

    private final TreeNodes nodes;
    private final Environment environment;
    private final RowWriter writer;
    private int node;
    private long handle;
    private int[] path = new int[INITIAL_PATH_LENGTH];

    /** Makes a cursor at {@code node}, where {@code environment} stands. */
    TreeCursor(TreeNodes nodes, Environment environment, int node, RowLayout layout) {
        this.nodes = nodes;
        this.environment = environment;
        writer = new RowWriter(environment, layout);
        standAt(node);
    }

    private void standAt(int newNode) {
        node = newNode;
        handle = nodes.handle(newNode);
    }

    /** Writes the node where the cursor stands. */
    void describe(LaneRows rows, int row) {
        writer.describe(rows, row);
    }

    /** Returns the state of the environment at the node where the cursor stands. */
    EnvironmentSnapshot snapshot() {
        return environment.snapshot();
    }

    /**
     * Takes {@code action} at the node where the cursor stands, and writes to the row what came of it. If that is legal the
     * cursor then stands at {@code child}.
     */
    Legality step(int action, int child, LaneRows rows, int row) {
        rows.setInt(RowField.ACTIONS, row, action);
        // A search that gives up has no use for a node, and a resignation could not be told from the position.
        Legality legality = action == Environment.RESIGN ? Legality.OUT_OF_RANGE : environment.step(action);
        rows.setIllegalReason(row, legality);
        if (legality.isLegal()) {
            standAt(child);
            writer.describe(rows, row);
            rows.setRewards(row, environment.reward(Color.BLACK), environment.reward(Color.WHITE));
        }
        return legality;
    }

    /** Walks to {@code target}, which is in the tree with root {@code root}. */
    void goTo(int target, int root) {
        if (!nodes.isThere(node, handle)) {
            // Its own node was released; what leads to the root never is.
            takeBackTo(nodes.depth(root));
            standAt(root);
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
        takeBackTo(nodes.depth(up));
        while (length > 0) {
            Legality legality = environment.step(nodes.action(path[--length]));
            assert legality.isLegal() : "an action of the tree is " + legality;
        }
        standAt(target);
    }

    private int push(int passed, int length) {
        if (length == path.length) {
            path = Arrays.copyOf(path, 2 * length);
        }
        path[length] = passed;
        return length + 1;
    }

    private void takeBackTo(int moveNumber) {
        while (environment.game().moveNumber() > moveNumber) {
            environment.takeBack();
        }
    }
}
