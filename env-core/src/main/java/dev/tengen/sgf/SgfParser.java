package dev.tengen.sgf;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Makes trees of nodes out of text, for any game and any property.
 *
 * <p>One parser reads one text once, game after game. Not thread-safe.
 */
final class SgfParser {
    /*
     * The grammar of FF[4]:
     *
     *   Collection = GameTree { GameTree }
     *   GameTree   = "(" Node { Node } { GameTree } ")"
     *   Node       = ";" { Property }
     *   Property   = Identifier Value { Value }
     *   Identifier = capital letters and digits
     *   Value      = "[" anything, "\" before "]" and "\" "]"
     *
     * and what is tolerated beside it: any text outside of game trees; white space between any two tokens; lowercase
     * letters in identifiers, which FF[3] ignores; an identifier that a node names again, which adds to its values;
     * closing parentheses that are missing at the end of the text.
     *
     * A sequence of nodes is kept as a chain of only children, so that the first child is always the main line. Open
     * parentheses are kept on a stack of our own. Depth is limited by the count of nodes alone.
     */

    /** Nodes of one text that are read. */
    static final int MAX_NODE_COUNT = 2_000_000;

    /** Values of one text that are read. */
    static final int MAX_VALUE_COUNT = 4_000_000;

    /** The charset of a text; a tree has none. */
    static final String CHARSET = "CA";

    private final SgfScanner scanner;
    private final SgfWarnings warnings;
    private int nodeCount;
    private int valueCount;

    SgfParser(String text, SgfWarnings warnings) {
        this.scanner = new SgfScanner(text);
        this.warnings = warnings;
    }

    /**
     * Returns the next game, or nothing if there is no further one. Its first node says nothing of charsets.
     *
     * @throws SgfException if the game breaks the grammar; do not read on then
     */
    Optional<SgfGame> nextGame() throws SgfException {
        if (!scanner.findGame()) {
            return Optional.empty();
        }
        SgfPosition start = scanner.position();
        scanner.advance();
        SgfNode root = readNode(true);
        SgfNode last = root;
        Deque<SgfNode> branchings = new ArrayDeque<>();
        branchings.push(root);
        while (!branchings.isEmpty()) {
            scanner.skipWhitespace();
            switch (scanner.peek()) {
                case '(' -> {
                    branchings.push(last);
                    last = readFirstNode(last);
                }
                case ')' -> {
                    scanner.advance();
                    last = branchings.pop();
                }
                case ';' -> last = readNextNode(last);
                default -> {
                    endEarly(start);
                    branchings.clear();
                }
            }
        }
        return Optional.of(new SgfGame(root));
    }

    private SgfNode readFirstNode(SgfNode parent) throws SgfException {
        scanner.advance();
        scanner.skipWhitespace();
        if (scanner.peek() != ';') {
            throw new SgfException(scanner.position(), "expected \";\" after \"(\" but found " + scanner.found());
        }
        return readChild(parent);
    }

    private SgfNode readNextNode(SgfNode parent) throws SgfException {
        if (!parent.children().isEmpty()) {
            throw new SgfException(
                    scanner.position(), "a node cannot follow a variation; expected \"(\" or \")\" but found \";\"");
        }
        return readChild(parent);
    }

    private SgfNode readChild(SgfNode parent) throws SgfException {
        SgfNode child = readNode(false);
        parent.add(child);
        return child;
    }

    /** Accepts the end of the text: of a file that was cut off between two nodes all of them are there. */
    private void endEarly(SgfPosition start) throws SgfException {
        if (!scanner.isAtEnd()) {
            throw new SgfException(
                    scanner.position(), "expected a property, \";\", \"(\" or \")\" but found " + scanner.found());
        }
        warnings.add(
                scanner.position(),
                "the text ends inside the game that begins at line " + start.line() + ", column " + start.column()
                        + "; \")\" is missing");
    }

    /**
     * Returns the property called {@code identifier} in the first node of the next game, and reads no further than that.
     *
     * @throws SgfException if what comes before it breaks the grammar
     */
    Optional<SgfProperty> firstInRoot(String identifier) throws SgfException {
        if (!scanner.findGame()) {
            return Optional.empty();
        }
        scanner.advance();
        scanner.skipWhitespace();
        scanner.advance();
        NodeBuilder root = new NodeBuilder();
        while (isAtProperty()) {
            readProperty(root);
            Optional<SgfProperty> property = root.property(identifier);
            if (property.isPresent()) {
                return property;
            }
        }
        return Optional.empty();
    }

    private SgfNode readNode(boolean isRoot) throws SgfException {
        scanner.skipWhitespace();
        nodeCount++;
        if (nodeCount > MAX_NODE_COUNT) {
            throw new SgfException(scanner.position(), "more than " + MAX_NODE_COUNT + " nodes, which is the limit");
        }
        scanner.advance();
        NodeBuilder node = new NodeBuilder();
        while (isAtProperty()) {
            readProperty(node);
        }
        return node.toNodeWithout(isRoot ? CHARSET : "");
    }

    private boolean isAtProperty() {
        scanner.skipWhitespace();
        return scanner.isAtLetter();
    }

    private void readProperty(NodeBuilder node) throws SgfException {
        SgfPosition position = scanner.position();
        String identifier = scanner.readIdentifier();
        scanner.skipWhitespace();
        if (scanner.peek() != '[') {
            throw new SgfException(
                    scanner.position(), identifier, "expected \"[\" after the identifier but found " + scanner.found());
        }
        if (node.has(identifier)) {
            warnings.add(position, identifier, "once more in the same node; its values are taken together");
        }
        while (scanner.peek() == '[') {
            countValue(identifier);
            SgfPosition valuePosition = scanner.position();
            node.add(identifier, position, scanner.readValue(identifier), valuePosition);
            scanner.skipWhitespace();
        }
    }

    private void countValue(String identifier) throws SgfException {
        valueCount++;
        if (valueCount > MAX_VALUE_COUNT) {
            throw new SgfException(
                    scanner.position(), identifier, "more than " + MAX_VALUE_COUNT + " values, which is the limit");
        }
    }
}
