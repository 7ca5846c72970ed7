package dev.tengen.sgf;

import java.util.Set;

/**
 * Splits a text into tokens, with their lines and columns.
 *
 * <p>It reads every character once.
 */
final class SgfScanner {
    /** The properties of FF[4] whose values are no free text. */
    private static final Set<String> NO_TEXT = Set.of(
            "B", "W", "AB", "AW", "AE", "PL", "KO", "MN", "BL", "WL", "OB", "OW", "FF", "GM", "SZ", "ST", "HA", "KM",
            "CA", "TM", "TB", "TW", "CR", "DD", "MA", "SL", "SQ", "TR", "VW", "BM", "TE", "DO", "IT", "DM", "GB", "GW",
            "HO", "UC", "V", "PM", "AR", "LN");

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
     * Returns the capital letters and digits of the next identifier. Hyphens and underscores in it are ignored with a
     * warning.
     *
     * @throws SgfException if it has no capital letter, or in strict mode if it has a hyphen or an underscore
     */
    String readIdentifier(SgfWarning.Collector warnings) throws SgfException {
        SgfPosition position = position();
        int start = index;
        StringBuilder identifier = new StringBuilder();
        boolean isOdd = false;
        while (isInIdentifier(peek()) && (!warnings.isStrict() || !isDash(peek()))) {
            char c = advance();
            isOdd |= isDash(c);
            if (c < 'a' && (isLetter(c) || (isDigit(c) && !identifier.isEmpty()))) {
                identifier.append(c);
            }
        }
        if (identifier.isEmpty()) {
            throw new SgfException(
                    position,
                    "the identifier " + SgfException.quote(text.substring(start, index)) + " has no capital letter");
        }
        if (isOdd) {
            warnings.add(
                    position,
                    identifier.toString(),
                    "the identifier " + SgfException.quote(text.substring(start, index))
                            + " has other characters than letters and digits; they are ignored");
        }
        // Nearly all identifiers are short, and there are few of them: all nodes share one copy.
        return identifier.length() <= 2 ? identifier.toString().intern() : identifier.toString();
    }

    /**
     * Returns the value in the next brackets. In the text of a property with text, a "]" that nothing follows that may
     * follow a value is part of the text, with a warning.
     *
     * @param depth number of open parentheses
     * @throws SgfException if the closing bracket is missing, or in strict mode if a "]" in text has no backslash
     */
    SgfValue readValue(String identifier, int depth, SgfWarning.Collector warnings) throws SgfException {
        SgfPosition position = position();
        boolean isText = !warnings.isStrict() && !NO_TEXT.contains(identifier);
        SgfPosition firstBracket = SgfPosition.NONE;
        advance();
        int start = index;
        while (!isAtEnd()) {
            char c = peek();
            if (c == ']') {
                SgfPosition bracket = position();
                advance();
                if (!isText || isAfterValue(index, depth)) {
                    if (firstBracket.line() > 0) {
                        warnings.repaired(
                                firstBracket,
                                identifier,
                                "\"]\" in text without a backslash",
                                "read as part of the text");
                    }
                    return SgfValue.ofWritten(text.substring(start, index - 1));
                }
                firstBracket = firstBracket.line() > 0 ? firstBracket : bracket;
                continue;
            }
            if (firstBracket.line() > 0 && isAtMove()) {
                // Rather than to lose a move, take the bracket for the end of the value and what follows for the error.
                throw new SgfException(
                        firstBracket, identifier, "expected a property, \";\", \"(\" or \")\" after \"]\"");
            }
            advance();
            if (c == '\\' && !isAtEnd()) {
                advance();
            }
        }
        if (firstBracket.line() > 0) {
            throw new SgfException(firstBracket, identifier, "expected a property, \";\", \"(\" or \")\" after \"]\"");
        }
        throw new SgfException(position, identifier, "the value does not end; \"]\" is missing");
    }

    /** Returns whether the text at {@code from} may follow a value in {@code depth} parentheses. */
    private boolean isAfterValue(int from, int depth) {
        int next = afterWhitespace(from);
        if (next >= text.length()) {
            return true;
        }
        return switch (text.charAt(next)) {
            case '[' -> true;
            case '(' -> isAt(afterWhitespace(next + 1), ";");
            case ';' -> {
                int after = afterWhitespace(next + 1);
                yield after >= text.length() || isAt(after, ";()") || isProperty(after);
            }
            case ')' -> {
                int after = afterWhitespace(next + 1);
                yield depth <= 1 || after >= text.length() || isAt(after, "()");
            }
            default -> isProperty(next);
        };
    }

    /** Returns whether the text at the scanner looks like a move: B or W, and a bracket. */
    private boolean isAtMove() {
        return isAt(index, "BW") && !isLetter(text.charAt(index - 1)) && isAt(afterWhitespace(index + 1), "[");
    }

    private boolean isAt(int from, String characters) {
        return from < text.length() && characters.indexOf(text.charAt(from)) >= 0;
    }

    /** Returns whether an identifier and a bracket are at {@code from}. */
    private boolean isProperty(int from) {
        int next = from;
        boolean hasCapital = false;
        while (next < text.length() && isInIdentifier(text.charAt(next))) {
            hasCapital |= text.charAt(next) >= 'A' && text.charAt(next) <= 'Z';
            next++;
        }
        return hasCapital && isLetter(text.charAt(from)) && isAt(afterWhitespace(next), "[");
    }

    private int afterWhitespace(int from) {
        int next = from;
        while (next < text.length() && isWhitespace(text.charAt(next))) {
            next++;
        }
        return next;
    }

    private static boolean isInIdentifier(char c) {
        return isLetter(c) || isDigit(c) || isDash(c);
    }

    private static boolean isDash(char c) {
        return c == '-' || c == '_';
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
