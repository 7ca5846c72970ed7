package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import dev.tengen.board.Grid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Adds variations to a copy of a game. */
final class VariationBuilder {
    private static final SgfProperty END_OF_GAME = SgfProperty.of("N", "End of the game");

    private final Grid grid;
    private final SgfNode root;
    private final SgfNode lastOfMainLine;

    /** The first node, and the node of each move of the main line. */
    private final List<SgfNode> mainLine;

    /** Copies the game that starts at {@code original}. */
    VariationBuilder(Grid grid, SgfNode original) {
        this.grid = grid;
        root = copy(original);
        mainLine = mainLine(root);
        lastOfMainLine = last(root);
    }

    private static SgfNode last(SgfNode root) {
        SgfNode node = root;
        while (!node.children().isEmpty()) {
            node = node.children().get(0);
        }
        return node;
    }

    private static List<SgfNode> mainLine(SgfNode root) {
        List<SgfNode> line = new ArrayList<>();
        line.add(root);
        int count = 0;
        for (Optional<SgfNode> node = root.next();
                node.isPresent();
                node = node.get().next()) {
            CancellationPoint.check(count++);
            if (node.get().property("B").isPresent() || node.get().property("W").isPresent()) {
                line.add(node.get());
            }
        }
        return line;
    }

    private static SgfNode copy(SgfNode root) {
        SgfNode rootCopy = new SgfNode(root.properties());
        Deque<SgfNode> originals = new ArrayDeque<>();
        Deque<SgfNode> copies = new ArrayDeque<>();
        originals.push(root);
        copies.push(rootCopy);
        for (int count = 0; !originals.isEmpty(); count++) {
            CancellationPoint.check(count);
            SgfNode original = originals.pop();
            SgfNode copy = copies.pop();
            for (SgfNode child : original.children()) {
                SgfNode childCopy = new SgfNode(child.properties());
                copy.add(childCopy);
                originals.push(child);
                copies.push(childCopy);
            }
        }
        return rootCopy;
    }

    void add(SgfVariation variation) {
        SgfNode node = after(variation.moveNumber());
        for (RecordedMove move : variation.moves()) {
            node = child(node, SgfBuilder.moveProperty(grid, move.color(), move.move()));
        }
    }

    /** Returns the node of a move of the main line; the first node for 0. */
    private SgfNode after(int moveNumber) {
        if (moveNumber >= mainLine.size()) {
            throw new IllegalArgumentException(
                    "the main line has fewer moves than the " + moveNumber + " before a variation");
        }
        return mainLine.get(moveNumber);
    }

    private SgfNode child(SgfNode parent, SgfProperty move) {
        for (SgfNode child : parent.children()) {
            if (child.property(move.identifier()).filter(move::equals).isPresent()) {
                return child;
            }
        }
        if (parent == lastOfMainLine && parent.children().isEmpty()) {
            // The first child continues the main line. A node without a move keeps the variation from becoming part of
            // the game.
            parent.add(new SgfNode(List.of(END_OF_GAME)));
        }
        SgfNode child = new SgfNode(List.of(move));
        parent.add(child);
        return child;
    }

    SgfNode root() {
        return root;
    }
}
