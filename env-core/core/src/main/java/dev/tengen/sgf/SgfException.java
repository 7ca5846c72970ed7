package dev.tengen.sgf;

import dev.tengen.text.VisibleText;
import java.util.Optional;

/**
 * Signals that a text cannot be read as game records.
 *
 * <p>This exception is checked: records come from outside, so every caller must handle broken ones. The message is one
 * line of printable text: the position, the property if there is one, and the problem, as in {@code line 3, column 17:
 * B: move 5: point "zz" is outside the 9x9 board}.
 */
public final class SgfException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_QUOTED_LENGTH = 40;

    private final int line;
    private final int column;
    private final String identifier;

    /** Creates a grammar error, which is about no property. */
    SgfException(SgfPosition position, String problem) {
        super(position.prefix() + problem);
        this.line = position.line();
        this.column = position.column();
        this.identifier = "";
    }

    /** Creates an error about the property {@code identifier}. */
    SgfException(SgfPosition position, String identifier, String problem) {
        super(position.prefix() + shortened(identifier) + ": " + problem);
        this.line = position.line();
        this.column = position.column();
        this.identifier = identifier;
    }

    /** Returns the line of the problem, from 1; 0 if the tree was not parsed from a text. */
    public int line() {
        return line;
    }

    /** Returns the column of the problem, from 1, in UTF-16 units; 0 where {@link #line} is 0. */
    public int column() {
        return column;
    }

    /** Returns the identifier of the property that the problem is about, if any. */
    public Optional<String> property() {
        return identifier.isEmpty() ? Optional.empty() : Optional.of(identifier);
    }

    /** Returns {@code identifier}, which consists of letters and digits, truncated to 40 characters. */
    static String shortened(String identifier) {
        return identifier.length() <= MAX_QUOTED_LENGTH
                ? identifier
                : identifier.substring(0, MAX_QUOTED_LENGTH) + "...";
    }

    /**
     * Returns {@code text} in quotation marks, truncated to 40 characters, with line breaks and control characters
     * escaped.
     */
    static String quote(String text) {
        boolean isLong = text.length() > MAX_QUOTED_LENGTH;
        String start = isLong ? text.substring(0, MAX_QUOTED_LENGTH) : text;
        return '"' + VisibleText.line(start) + (isLong ? "...\"" : "\"");
    }
}
