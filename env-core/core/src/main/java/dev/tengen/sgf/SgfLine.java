package dev.tengen.sgf;

import java.util.ArrayList;
import java.util.List;

/** A path through the tree of a game, from the first node to a node without children. Immutable. */
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
            throw new IllegalArgumentException(choices.length + " choices are given, but the line has " + choiceCount
                    + " nodes with several children");
        }
        return new SgfLine(nodes);
    }

    /** Returns the nodes in order, starting with the first node of the game. */
    public List<SgfNode> nodes() {
        return nodes;
    }

    /**
     * Returns the line as one record.
     *
     * @throws SgfException if the game is not Go, a value that the record needs is invalid, or stones are set up after
     *     a move: such a line has several {@link #records}
     */
    public GameRecord record() throws SgfException {
        return record(SgfMode.TOLERANT);
    }

    /**
     * Returns the line as one record.
     *
     * @throws SgfException if the game is not Go, a value that the record needs is invalid, or stones are set up after
     *     a move
     */
    public GameRecord record(SgfMode mode) throws SgfException {
        return GameRecordReader.readRecord(nodes, mode).record();
    }

    /**
     * Returns the records of the line, several if stones are set up after a move, and its warnings.
     *
     * @throws SgfException if the game is not Go, a value that a record needs is invalid, or there are more than 1,000
     *     records
     */
    public LineRecords records() throws SgfException {
        return records(SgfMode.TOLERANT);
    }

    /**
     * Returns the records of the line, several if stones are set up after a move, and its warnings.
     *
     * @throws SgfException if the game is not Go, a value that a record needs is invalid, or there are more than 1,000
     *     records
     */
    public LineRecords records(SgfMode mode) throws SgfException {
        return GameRecordReader.read(nodes, mode);
    }
}
