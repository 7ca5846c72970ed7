package dev.tengen.sgf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Finds the lines of a tree one after another, and keeps no more than the one at hand. */
final class LineIterator implements Iterator<SgfLine> {
    private final List<SgfNode> path = new ArrayList<>();

    /** Nodes where a line yet to come begins, the next one on top, each with the count of nodes before it. */
    private final Deque<Start> ahead = new ArrayDeque<>();

    LineIterator(SgfNode root) {
        ahead.push(new Start(root, 0));
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
        Start start = ahead.pop();
        path.subList(start.depth(), path.size()).clear();
        SgfNode node = start.node();
        path.add(node);
        while (!node.children().isEmpty()) {
            List<SgfNode> children = node.children();
            for (int i = children.size() - 1; i > 0; i--) {
                ahead.push(new Start(children.get(i), path.size()));
            }
            node = children.get(0);
            path.add(node);
        }
        return new SgfLine(path);
    }

    private record Start(SgfNode node, int depth) {}
}
