package dev.tengen.sgf;

import dev.tengen.board.Grid;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The tree of a game: all its nodes, with every variation and every property. Immutable.
 *
 * <p>Games are equal if their nodes have equal properties in the same order, and equal children in the same order. No
 * method recurses, because a game may be a million nodes deep.
 */
public final class SgfGame {
    private final SgfNode root;

    SgfGame(SgfNode root) {
        this.root = root;
    }

    /** Returns a builder of a Go game on {@code grid}. Its first node has GM, FF and SZ. */
    public static SgfBuilder builder(Grid grid) {
        return builder(grid, "");
    }

    /**
     * Returns a builder of a Go game on {@code grid}. Its first node has GM, FF, AP and SZ.
     *
     * @param application the program that writes the game, as {@code name} or {@code name:version}
     */
    public static SgfBuilder builder(Grid grid, String application) {
        return new SgfBuilder(grid, application);
    }

    /** Returns the first node. */
    public SgfNode root() {
        return root;
    }

    /** Returns all nodes, each before its children and the main line before variations. */
    public Stream<SgfNode> nodes() {
        return stream(new NodeIterator(root));
    }

    /** Returns the line of first children, down to a node without children. */
    public SgfLine mainLine() {
        return line();
    }

    /**
     * Returns a line from the first node to one without children.
     *
     * @param choices the index of the child at each node with several children, from 0; the default is 0
     * @throws IllegalArgumentException if there is no such child, or there are more choices than nodes with several
     *     children
     */
    public SgfLine line(int... choices) {
        return SgfLine.from(root, choices);
    }

    /** Returns the lines to all nodes without children, the main line first. */
    public Stream<SgfLine> lines() {
        return stream(new LineIterator(root));
    }

    private static <T> Stream<T> stream(Iterator<T> iterator) {
        int characteristics = Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE;
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(iterator, characteristics), false);
    }

    /**
     * Returns a copy with variations after those that a node already has. Moves that the tree already has are not
     * repeated. The main line has the same moves as before: if a variation continues it after its last move, a node
     * without a move, named "End of the game", ends it.
     *
     * @param grid the board of the game
     * @throws IllegalArgumentException if a variation starts after the end of the main line, or a move is not on the
     *     board
     */
    public SgfGame withVariations(Grid grid, List<SgfVariation> variations) {
        VariationBuilder builder = new VariationBuilder(grid, root);
        variations.forEach(builder::add);
        return new SgfGame(builder.root());
    }

    /** Returns the game as the text of an FF[4] file in UTF-8, which is parsed as an equal game. */
    public String toSgf() {
        return SgfWriter.write(List.of(this));
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof SgfGame that)) {
            return false;
        }
        Iterator<SgfNode> ours = new NodeIterator(root);
        Iterator<SgfNode> theirs = new NodeIterator(that.root);
        while (ours.hasNext() && theirs.hasNext()) {
            SgfNode node = ours.next();
            SgfNode match = theirs.next();
            // Both iterators use the same order, so trees with equal nodes and child counts are equal.
            boolean isSame = node.properties().equals(match.properties())
                    && node.children().size() == match.children().size();
            if (!isSame) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (Iterator<SgfNode> nodes = new NodeIterator(root); nodes.hasNext(); ) {
            SgfNode node = nodes.next();
            hash = 31 * hash + node.properties().hashCode();
            hash = 31 * hash + node.children().size();
        }
        return hash;
    }

    /** Returns the first node as it is written. */
    @Override
    public String toString() {
        return "(" + root + ")";
    }

    /** Iterates over all nodes, each before its children. */
    private static final class NodeIterator implements Iterator<SgfNode> {
        private final Deque<SgfNode> ahead = new ArrayDeque<>();

        NodeIterator(SgfNode root) {
            ahead.push(root);
        }

        @Override
        public boolean hasNext() {
            return !ahead.isEmpty();
        }

        @Override
        public SgfNode next() {
            if (ahead.isEmpty()) {
                throw new NoSuchElementException("no further node");
            }
            SgfNode node = ahead.pop();
            List<SgfNode> children = node.children();
            for (int i = children.size() - 1; i >= 0; i--) {
                ahead.push(children.get(i));
            }
            return node;
        }
    }

    /** Iterates over the lines of a tree. It keeps only the current line. */
    private static final class LineIterator implements Iterator<SgfLine> {
        private final List<SgfNode> path = new ArrayList<>();

        /** The nodes where later lines branch off, the next one on top. */
        private final Deque<Branch> ahead = new ArrayDeque<>();

        LineIterator(SgfNode root) {
            ahead.push(new Branch(root, 0));
        }

        @Override
        public boolean hasNext() {
            return !ahead.isEmpty();
        }

        @Override
        public SgfLine next() {
            if (ahead.isEmpty()) {
                throw new NoSuchElementException("no further line");
            }
            Branch branch = ahead.pop();
            path.subList(branch.depth(), path.size()).clear();
            SgfNode node = branch.node();
            path.add(node);
            while (!node.children().isEmpty()) {
                List<SgfNode> children = node.children();
                for (int i = children.size() - 1; i > 0; i--) {
                    ahead.push(new Branch(children.get(i), path.size()));
                }
                node = children.get(0);
                path.add(node);
            }
            return new SgfLine(path);
        }

        /** A node and the number of nodes before it. */
        private record Branch(SgfNode node, int depth) {}
    }
}
