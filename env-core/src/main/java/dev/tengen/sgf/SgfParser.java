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
     * letters in identifiers, which FF[3] ignores; an identifier that a node names again, which adds to its values.
     *
     * A sequence of nodes is kept as a chain of only children, so that the first child is always the main line. Open
     * parentheses are kept on a stack of our own: depth is limited by memory alone. Every character is looked at once
     * or twice, whatever the text.
     */

    private final String text;
    private int index;
    private int line = 1;
    private int lineStart;

    SgfParser(String text) {
        this.text = text;
    }

    /**
     * Returns the first node of the next game, with all that follows in it, or nothing if there is no further game.
     *
     * @throws SgfException if the game breaks the grammar; do not read on then
     */
    Optional<SgfNode> nextGame() throws SgfException {
        if (!findGame()) {
            return Optional.empty();
        }
        SgfNode beforeRoot = new SgfNode();
        SgfNode last = beforeRoot;
        Deque<SgfNode> branchings = new ArrayDeque<>();
        SgfPosition start = position();
        do {
            skipWhitespace();
            switch (peek()) {
                case '(' -> {
                    branchings.push(last);
                    last = readFirstNode(last);
                }
                case ')' -> {
                    advance();
                    last = branchings.pop();
                }
                case ';' -> last = readNextNode(last);
                default -> throw unexpectedInTree(start);
            }
        } while (!branchings.isEmpty());
        return beforeRoot.next();
    }

    private SgfNode readFirstNode(SgfNode parent) throws SgfException {
        advance();
        skipWhitespace();
        if (peek() != ';') {
            throw new SgfException(position(), "expected \";\" after \"(\" but found " + found());
        }
        return readNode(parent);
    }

    private SgfNode readNextNode(SgfNode parent) throws SgfException {
        if (!parent.children().isEmpty()) {
            throw new SgfException(position(), "a node cannot follow a variation; expected \"(\" or \")\"");
        }
        return readNode(parent);
    }

    private SgfException unexpectedInTree(SgfPosition start) {
        if (isAtEnd()) {
            return new SgfException(
                    position(),
                    "the text ends inside the game that begins at line " + start.line() + ", column " + start.column());
        }
        return new SgfException(position(), "expected a property, \";\", \"(\" or \")\" but found " + found());
    }

    /**
     * Returns the first value of {@code identifier} in the first node of the next game, and reads no further than that.
     *
     * @throws SgfException if what comes before it breaks the grammar
     */
    Optional<SgfValue> firstValueInRoot(String identifier) throws SgfException {
        if (!findGame()) {
            return Optional.empty();
        }
        advance();
        skipWhitespace();
        advance();
        SgfNode root = new SgfNode();
        while (isAtProperty()) {
            readProperty(root);
            Optional<SgfProperty> property = root.property(identifier);
            if (property.isPresent()) {
                return Optional.of(property.get().values().get(0));
            }
        }
        return Optional.empty();
    }

    /** Moves to the next parenthesis that a semicolon follows, which is how a game begins. */
    private boolean findGame() {
        int open = text.indexOf('(', index);
        while (open >= 0) {
            int after = open + 1;
            while (after < text.length() && isWhitespace(text.charAt(after))) {
                after++;
            }
            if (after < text.length() && text.charAt(after) == ';') {
                advanceTo(open);
                return true;
            }
            open = text.indexOf('(', after);
        }
        advanceTo(text.length());
        return false;
    }

    private void advanceTo(int target) {
        while (index < target) {
            advance();
        }
    }

    private SgfNode readNode(SgfNode parent) throws SgfException {
        advance();
        SgfNode node = new SgfNode();
        while (isAtProperty()) {
            readProperty(node);
        }
        parent.add(node);
        return node;
    }

    private boolean isAtProperty() {
        skipWhitespace();
        return isLetter(peek());
    }

    private void readProperty(SgfNode node) throws SgfException {
        SgfPosition position = position();
        String identifier = readIdentifier();
        skipWhitespace();
        if (peek() != '[') {
            throw new SgfException(
                    position(),
                    "expected \"[\" after the identifier " + SgfException.quote(identifier) + " but found " + found());
        }
        SgfProperty property = node.propertyToFill(identifier, position);
        while (peek() == '[') {
            property.add(readValue(identifier));
            skipWhitespace();
        }
    }

    private String readIdentifier() throws SgfException {
        SgfPosition position = position();
        int start = index;
        StringBuilder identifier = new StringBuilder();
        while (isLetter(peek()) || isDigit(peek())) {
            char c = advance();
            if (c < 'a' && (isLetter(c) || !identifier.isEmpty())) {
                identifier.append(c);
            }
        }
        if (identifier.isEmpty()) {
            throw new SgfException(
                    position,
                    "the identifier " + SgfException.quote(text.substring(start, index)) + " has no capital letter");
        }
        return identifier.toString();
    }

    private SgfValue readValue(String identifier) throws SgfException {
        SgfPosition position = position();
        advance();
        int start = index;
        while (!isAtEnd()) {
            char c = advance();
            if (c == ']') {
                return new SgfValue(text.substring(start, index - 1), position);
            }
            if (c == '\\' && !isAtEnd()) {
                advance();
            }
        }
        throw new SgfException(
                position, "this value of " + SgfException.quote(identifier) + " never ends; \"]\" is missing");
    }

    private void skipWhitespace() {
        while (!isAtEnd() && isWhitespace(text.charAt(index))) {
            advance();
        }
    }

    private boolean isAtEnd() {
        return index >= text.length();
    }

    /** Returns the character to come; at the end NUL, which no rule of the grammar allows. */
    private char peek() {
        return isAtEnd() ? '\0' : text.charAt(index);
    }

    /** Returns the character to come and goes past it; past both of a line break that has two. */
    private char advance() {
        char c = text.charAt(index);
        if (isLineBreak(c)) {
            index += lineBreakLength(text, index);
            line++;
            lineStart = index;
        } else {
            index++;
        }
        return c;
    }

    private SgfPosition position() {
        return new SgfPosition(line, index - lineStart + 1);
    }

    private String found() {
        return isAtEnd() ? "the end of the text" : SgfException.quote(String.valueOf(text.charAt(index)));
    }

    private static boolean isLetter(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns whether {@code c} is white space of SGF: space, tabs, line breaks, form feed. */
    static boolean isWhitespace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** Returns whether {@code c} is a line break or half of one. */
    static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r';
    }

    /** Returns the length, 1 or 2, of the line break at {@code index} of {@code text}: LF, CR, CR LF or LF CR. */
    static int lineBreakLength(String text, int index) {
        boolean isPair = index + 1 < text.length()
                && isLineBreak(text.charAt(index + 1))
                && text.charAt(index + 1) != text.charAt(index);
        return isPair ? 2 : 1;
    }
}
