package dev.tengen.sgf;

/**
 * Says why a text cannot be read as a game record.
 *
 * <p>Checked, because records come from outside: every caller meets broken ones and has to say what becomes of them.
 * The message is one line of printable text that begins with the place, as in {@code line 3, column 17: move 5: point
 * "zz" is outside the 9x9 board}.
 */
public final class SgfException extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_QUOTED_LENGTH = 40;

    private final int line;
    private final int column;

    SgfException(SgfPosition position, String problem) {
        super("line " + position.line() + ", column " + position.column() + ": " + problem);
        this.line = position.line();
        this.column = position.column();
    }

    /** Returns the line of the problem, from 1. */
    public int line() {
        return line;
    }

    /** Returns the column of the problem, from 1, in UTF-16 units. */
    public int column() {
        return column;
    }

    /** Returns {@code text} in quotation marks, cut to 40 characters, without line breaks and control characters. */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        int end = Math.min(text.length(), MAX_QUOTED_LENGTH);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (isPrintable(c)) {
                quoted.append(c);
            } else {
                quoted.append(String.format("\\u%04x", (int) c));
            }
        }
        return quoted.append(end < text.length() ? "...\"" : "\"").toString();
    }

    private static boolean isPrintable(char c) {
        return !Character.isISOControl(c)
                && !Character.isSurrogate(c)
                && Character.isDefined(c)
                && Character.getType(c) != Character.LINE_SEPARATOR
                && Character.getType(c) != Character.PARAGRAPH_SEPARATOR
                && Character.getType(c) != Character.FORMAT;
    }
}
