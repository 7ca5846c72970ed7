package dev.tengen.sgf;

import dev.tengen.base.CancellationPoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Parses text into trees of nodes, for any game and any property.
 *
 * <p>A parser reads one text once, game after game. Not thread-safe.
 */
final class SgfParser {
    /*
     * The grammar of FF[4]:
     *
     *   Collection = GameTree { GameTree } GameTree   = "(" Node { Node } { GameTree } ")" Node       = ";" { Property
     * } Property   = Identifier Value { Value } Identifier = capital letters and digits Value      = "[" anything, "\"
     * before "]" and "\" "]"
     *
     * The parser also accepts any text outside game trees; white space between any two tokens; lowercase letters in
     * identifiers, which FF[3] ignores; a repeated identifier in a node, which adds to the values; and missing closing
     * parentheses at the end of the text. In tolerant mode it also accepts "]" inside text, where nothing follows that
     * may follow a value; hyphens and underscores in identifiers; and "]" after a value.
     *
     * A sequence of nodes becomes a chain of only children, so the first child is always the main line. Open
     * parentheses are on an explicit stack, whose height has a limit: no person reads more variations in each other.
     */

    /** Maximum number of open parentheses. */
    static final int MAX_NESTING = 10_000;

    /** Maximum number of nodes in one text. */
    static final int MAX_NODE_COUNT = 2_000_000;

    /** Maximum number of values in one text. */
    static final int MAX_VALUE_COUNT = 4_000_000;

    /** The property with the charset of a text. A tree has no charset. */
    static final String CHARSET = "CA";

    private final SgfScanner scanner;
    private final SgfWarning.Collector warnings;
    private int nodeCount;
    private int valueCount;

    SgfParser(String text, SgfWarning.Collector warnings) {
        this.scanner = new SgfScanner(text);
        this.warnings = warnings;
    }

    /**
     * Returns the next game without its charset property, or empty at the end of the text.
     *
     * @throws SgfException if the game breaks the grammar; the parser must not be used afterwards
     */
    Optional<SgfGame> nextGame() throws SgfException {
        if (!scanner.findGame()) {
            return Optional.empty();
        }
        SgfPosition start = scanner.position();
        scanner.advance();
        Deque<SgfNode> branchings = new ArrayDeque<>();
        SgfNode root = readNode(true, 1);
        SgfNode last = root;
        branchings.push(root);
        for (int step = 0; !branchings.isEmpty(); step++) {
            CancellationPoint.check(step);
            scanner.skipWhitespace();
            switch (scanner.peek()) {
                case '(' -> {
                    requireShallow(branchings.size());
                    branchings.push(last);
                    last = readFirstNode(last, branchings.size());
                }
                case ')' -> {
                    scanner.advance();
                    last = branchings.pop();
                }
                case ';' -> last = readNextNode(last, branchings.size());
                default -> {
                    endEarly(start);
                    branchings.clear();
                }
            }
        }
        return Optional.of(new SgfGame(root));
    }

    private void requireShallow(int depth) throws SgfException {
        if (depth == MAX_NESTING) {
            throw new SgfException(
                    scanner.position(), "more than " + MAX_NESTING + " variations in each other, which is the limit");
        }
    }

    private SgfNode readFirstNode(SgfNode parent, int depth) throws SgfException {
        scanner.advance();
        scanner.skipWhitespace();
        if (scanner.peek() != ';') {
            throw new SgfException(scanner.position(), "expected \";\" after \"(\" but found " + scanner.found());
        }
        return readChild(parent, depth);
    }

    private SgfNode readNextNode(SgfNode parent, int depth) throws SgfException {
        if (!parent.children().isEmpty()) {
            throw new SgfException(
                    scanner.position(), "a node cannot follow a variation; expected \"(\" or \")\" but found \";\"");
        }
        return readChild(parent, depth);
    }

    private SgfNode readChild(SgfNode parent, int depth) throws SgfException {
        SgfNode child = readNode(false, depth);
        parent.add(child);
        return child;
    }

    /** Accepts the end of the text: a file that is truncated between two nodes has all nodes before that. */
    private void endEarly(SgfPosition start) throws SgfException {
        if (!scanner.isAtEnd()) {
            throw new SgfException(
                    scanner.position(), "expected a property, \";\", \"(\" or \")\" but found " + scanner.found());
        }
        warnings.add(
                scanner.position(),
                "the text ends inside the game that starts at line " + start.line() + ", column " + start.column()
                        + "; \")\" is missing");
    }

    /**
     * Returns the first property {@code identifier} in the nodes of the next game. Stops reading there.
     *
     * @param isInRoot whether to read the first node only
     * @throws SgfException if the text before it breaks the grammar
     */
    Optional<SgfProperty> firstInGame(String identifier, boolean isInRoot) throws SgfException {
        if (!scanner.findGame()) {
            return Optional.empty();
        }
        int depth = 0;
        int nodes = 0;
        for (int step = 0; ; step++) {
            CancellationPoint.check(step);
            scanner.skipWhitespace();
            char mark = scanner.peek();
            if (scanner.isAtLetter()) {
                NodeBuilder node = new NodeBuilder();
                readProperty(node, depth);
                Optional<SgfProperty> property = node.property(identifier);
                if (property.isPresent()) {
                    return property;
                }
            } else if (mark == '(' || mark == ')' || mark == ';') {
                scanner.advance();
                depth += mark == '(' ? 1 : mark == ')' ? -1 : 0;
                nodes += mark == ';' ? 1 : 0;
                if (depth == 0 || (isInRoot && nodes > 1)) {
                    return Optional.empty();
                }
            } else {
                return Optional.empty();
            }
        }
    }

    private SgfNode readNode(boolean isRoot, int depth) throws SgfException {
        scanner.skipWhitespace();
        nodeCount++;
        if (nodeCount > MAX_NODE_COUNT) {
            throw new SgfException(scanner.position(), "more than " + MAX_NODE_COUNT + " nodes, which is the limit");
        }
        scanner.advance();
        NodeBuilder node = new NodeBuilder();
        while (isAtProperty()) {
            readProperty(node, depth);
        }
        return node.toNodeWithout(isRoot ? CHARSET : "");
    }

    private boolean isAtProperty() {
        scanner.skipWhitespace();
        return scanner.isAtLetter();
    }

    private void readProperty(NodeBuilder node, int depth) throws SgfException {
        SgfPosition position = scanner.position();
        String identifier = scanner.readIdentifier(warnings);
        scanner.skipWhitespace();
        if (scanner.peek() != '[') {
            throw new SgfException(
                    scanner.position(), identifier, "expected \"[\" after the identifier but found " + scanner.found());
        }
        if (node.has(identifier)) {
            warnings.add(position, identifier, "repeated in the same node; the values are combined");
        }
        while (scanner.peek() == '[') {
            countValue(identifier);
            SgfPosition valuePosition = scanner.position();
            node.add(identifier, position, scanner.readValue(identifier, depth, warnings), valuePosition);
            scanner.skipWhitespace();
        }
        while (scanner.peek() == ']') {
            warnings.repaired(
                    scanner.position(),
                    "",
                    "expected a property, \";\", \"(\" or \")\" but found " + scanner.found(),
                    "ignored");
            scanner.advance();
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
