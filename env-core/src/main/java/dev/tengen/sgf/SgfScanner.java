package dev.tengen.sgf;

/**
 * Splits a text into tokens, with their lines and columns.
 *
 * <p>It reads every character once.
 */
final class SgfScanner {
    private final String text;
    private int index;
    private int line = 1;
    private int lineStart;

    SgfScanner(String text) {
        this.text = text;
    }

    /** Returns the position of the next character. */
    SgfPosition position() {
        return new SgfPosition(line, index - lineStart + 1);
    }

    boolean isAtEnd() {
        return index >= text.length();
    }

    /** Returns the next character; at the end NUL, which the grammar does not allow anywhere. */
    char peek() {
        return isAtEnd() ? '\0' : text.charAt(index);
    }

    boolean isAtLetter() {
        return isLetter(peek());
    }

    /** Consumes and returns the next character. Consumes both characters of a two-character line break. */
    char advance() {
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

    void skipWhitespace() {
        while (!isAtEnd() && isWhitespace(text.charAt(index))) {
            advance();
        }
    }

    /** Moves to the next start of a game, a parenthesis followed by a semicolon. Moves to the end if there is none. */
    boolean findGame() {
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

    /**
     * Returns the capital letters and digits of the next identifier.
     *
     * @throws SgfException if it has no capital letter
     */
    String readIdentifier() throws SgfException {
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
        // Nearly all identifiers are short, and there are few of them: all nodes share one copy.
        return identifier.length() <= 2 ? identifier.toString().intern() : identifier.toString();
    }

    /**
     * Returns the value in the next brackets.
     *
     * @throws SgfException if the closing bracket is missing
     */
    SgfValue readValue(String identifier) throws SgfException {
        SgfPosition position = position();
        advance();
        int start = index;
        while (!isAtEnd()) {
            char c = advance();
            if (c == ']') {
                return SgfValue.ofWritten(text.substring(start, index - 1));
            }
            if (c == '\\' && !isAtEnd()) {
                advance();
            }
        }
        throw new SgfException(position, identifier, "the value does not end; \"]\" is missing");
    }

    /** Returns the next character, for a message. */
    String found() {
        return isAtEnd() ? "the end of the text" : SgfException.quote(String.valueOf(text.charAt(index)));
    }

    private static boolean isLetter(char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns whether {@code c} is white space in SGF: space, tab, line break or form feed. */
    static boolean isWhitespace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    /** Returns whether {@code c} is a line break or half of a two-character line break. */
    static boolean isLineBreak(char c) {
        return c == '\n' || c == '\r';
    }

    /** Returns the length, 1 or 2, of the line break at {@code index} in {@code text}: LF, CR, CR LF or LF CR. */
    static int lineBreakLength(String text, int index) {
        boolean isPair = index + 1 < text.length()
                && isLineBreak(text.charAt(index + 1))
                && text.charAt(index + 1) != text.charAt(index);
        return isPair ? 2 : 1;
    }
}
