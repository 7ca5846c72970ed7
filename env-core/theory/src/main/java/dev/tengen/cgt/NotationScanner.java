package dev.tengen.cgt;

/** The scanner of {@link GameParser}: reads signs, numbers and names, and tracks the column. */
final class NotationScanner {
    private static final int MAX_COUNT_DIGITS = 9;

    private final String text;
    private int index;

    NotationScanner(String text) {
        this.text = text;
    }

    /** Returns the column of the next character, from 1. */
    int column() {
        return index + 1;
    }

    /** Returns the next character; NUL, which no notation contains, at the end. */
    char peek() {
        return peek(0);
    }

    /** Returns the character {@code places} positions after the next one. */
    char peek(int places) {
        return index + places < text.length() ? text.charAt(index + places) : '\0';
    }

    boolean isAtDigit() {
        return isDigit(peek());
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    void skipBlanks() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') {
            index++;
        }
    }

    /** Consumes {@code c} if it is next, and returns whether it was. */
    boolean skip(char c) {
        if (peek() != c) {
            return false;
        }
        index++;
        return true;
    }

    /** Consumes {@code word}, in upper or lower case, if it is next, and returns whether it was. */
    boolean skip(String word) {
        if (!text.regionMatches(true, index, word, 0, word.length())) {
            return false;
        }
        index += word.length();
        return true;
    }

    /** Skips blanks and consumes {@code c}, which must be next. */
    void expect(char c) throws NotationException {
        skipBlanks();
        if (!skip(c)) {
            throw unexpected("\"" + c + "\"");
        }
    }

    /** Skips blanks and checks that the text ends there. */
    void expectEnd() throws NotationException {
        skipBlanks();
        if (index < text.length()) {
            throw unexpected("the end");
        }
    }

    /** Skips blanks and returns the number of bars that are next. */
    int barCount() {
        skipBlanks();
        int count = 0;
        while (peek(count) == '|') {
            count++;
        }
        return count;
    }

    /** Skips {@code count} characters. */
    void skip(int count) {
        index += count;
    }

    /** Reads a number, such as {@code 5} or {@code -5/16}. */
    Dyadic readNumber() throws NotationException {
        boolean isNegative = skip('-');
        long numerator = readLong();
        int exponent = 0;
        if (skip('/')) {
            int column = column();
            long denominator = readLong();
            if (Long.bitCount(denominator) != 1) {
                throw new NotationException(column, "denominator " + denominator + " is not a power of 2");
            }
            exponent = Long.numberOfTrailingZeros(denominator);
        }
        return new Dyadic(isNegative ? -numerator : numerator, exponent);
    }

    /** Reads the multiple of up or the index of a nimber: an integer from 1; 1 if the next character is not a digit. */
    int readCount() throws NotationException {
        if (!isAtDigit()) {
            return 1;
        }
        int column = column();
        long count = readLong();
        if (count < 1 || Long.toString(count).length() > MAX_COUNT_DIGITS) {
            throw new NotationException(column, "count " + count + " is outside [1, 999999999]");
        }
        return (int) count;
    }

    private long readLong() throws NotationException {
        if (!isAtDigit()) {
            throw unexpected("a digit");
        }
        int start = index;
        while (isAtDigit()) {
            index++;
        }
        try {
            return Long.parseLong(text.substring(start, index));
        } catch (NumberFormatException e) {
            throw new NotationException(
                    start + 1, "a number of " + (index - start) + " digits is outside [0, " + Long.MAX_VALUE + "]");
        }
    }

    /** Returns the exception that {@code expected} should be next. */
    NotationException unexpected(String expected) {
        return new NotationException(column(), "expected " + expected + ", not " + next());
    }

    private String next() {
        char c = peek();
        if (index >= text.length()) {
            return "the end";
        }
        return c > ' ' && c <= '~' ? "\"" + c + "\"" : String.format("U+%04X", (int) c);
    }
}
