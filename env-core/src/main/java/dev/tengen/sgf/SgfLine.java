package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;

/** One way through the tree of a game: the nodes from the first one to one without children. Immutable. */
public final class SgfLine {
    private final List<SgfNode> nodes;

    SgfLine(List<SgfNode> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    static SgfLine from(SgfNode root, int... choices) {
        List<SgfNode> nodes = new ArrayList<>();
        nodes.add(root);
        int choiceCount = 0;
        List<SgfNode> children = root.children();
        while (!children.isEmpty()) {
            int choice = 0;
            if (children.size() > 1 && choiceCount < choices.length) {
                choice = choices[choiceCount];
                if (choice < 0 || choice >= children.size()) {
                    throw new IllegalArgumentException("choice " + (choiceCount + 1) + " is " + choice
                            + ", outside [0, " + (children.size() - 1) + "]");
                }
                choiceCount++;
            }
            SgfNode child = children.get(choice);
            nodes.add(child);
            children = child.children();
        }
        if (choiceCount < choices.length) {
            throw new IllegalArgumentException(
                    choices.length + " choices are given, but the line has " + choiceCount + " nodes to choose at");
        }
        return new SgfLine(nodes);
    }

    /** Returns the nodes in their order, the first of the game first. */
    public List<SgfNode> nodes() {
        return nodes;
    }

    /**
     * Returns the record of the line.
     *
     * @throws SgfException if it is no game of Go, a value that the record needs makes no sense, or stones are set up
     *     after a move: that is several records, which {@link #reading} has
     */
    public GameRecord record() throws SgfException {
        return GameRecordReader.readRecord(nodes).record();
    }

    /**
     * Returns what the line says: a record of it, or several where stones are set up after a move, and warnings.
     *
     * @throws SgfException as {@link #record} does, but for set-up after a move only where it makes more than 1,000 records
     */
    public LineRecords reading() throws SgfException {
        return GameRecordReader.read(nodes);
    }
}
