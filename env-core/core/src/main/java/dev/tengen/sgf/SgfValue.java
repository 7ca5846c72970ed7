package dev.tengen.sgf;

/**
 * A value of a property: text, or two texts with a colon between them, which FF[4] calls a composed value.
 *
 * <p>The type of a value depends on its property: {@code C[1:0]} is one text and {@code LB[aa:1]} is composed. So a
 * value can be read both ways. Values are equal if their texts and their escaped colons are equal.
 */
public final class SgfValue {
    /*
     * A value is kept in a canonical form of the text between the brackets: backslashes are only before "]", "\" and
     * escaped colons, escaped line breaks are removed, other line breaks are "\n", and other white space is a space.
     */

    private static final SgfValue EMPTY = new SgfValue("");
    private static final int LETTER_COUNT = 26;

    /** Shared values of two lowercase letters, so that moves of long games take no memory. */
    private static final SgfValue[] POINTS = new SgfValue[LETTER_COUNT * LETTER_COUNT];

    static {
        for (int i = 0; i < POINTS.length; i++) {
            POINTS[i] = new SgfValue("" + (char) ('a' + i / LETTER_COUNT) + (char) ('a' + i % LETTER_COUNT));
        }
    }

    private final String raw;

    private SgfValue(String raw) {
        this.raw = raw;
    }

    /** Returns the value with the given text. Lines end with LF, CR, CR LF or LF CR. */
    public static SgfValue of(String text) {
        return shared(escaped(text, "\\]"));
    }

    /** Returns the composed value of {@code left} and {@code right}, such as a point and its label. */
    public static SgfValue of(String left, String right) {
        return new SgfValue(escaped(left, "\\]:") + ":" + escaped(right, "\\]:"));
    }

    private static String escaped(String text, String marks) {
        StringBuilder escaped = new StringBuilder(text.length());
        int index = 0;
        while (index < text.length()) {
            char c = text.charAt(index);
            if (marks.indexOf(c) >= 0) {
                escaped.append('\\');
            }
            escaped.append(plain(c));
            index += lengthAt(text, index);
        }
        return escaped.toString();
    }

    /**
     * Returns the value whose SGF text between the brackets is {@code written}. A closing bracket in it may lack its
     * backslash.
     */
    static SgfValue ofWritten(String written) {
        return shared(isPlain(written) ? written : canonical(written));
    }

    private static boolean isPlain(String written) {
        for (int i = 0; i < written.length(); i++) {
            char c = written.charAt(i);
            if (c == '\\' || c == ']' || (c < ' ' && SgfScanner.isWhitespace(c))) {
                return false;
            }
        }
        return true;
    }

    private static String canonical(String written) {
        StringBuilder canonical = new StringBuilder(written.length());
        int index = 0;
        while (index < written.length()) {
            boolean isEscaped = written.charAt(index) == '\\' && index + 1 < written.length();
            if (isEscaped) {
                index++;
            }
            char c = written.charAt(index);
            boolean isMark = c == '\\' || c == ']' || (isEscaped && c == ':');
            if (isMark) {
                canonical.append('\\');
            }
            if (!isEscaped || !SgfScanner.isLineBreak(c)) {
                canonical.append(plain(c));
            }
            index += lengthAt(written, index);
        }
        return canonical.toString();
    }

    private static char plain(char c) {
        if (SgfScanner.isLineBreak(c)) {
            return '\n';
        }
        return SgfScanner.isWhitespace(c) ? ' ' : c;
    }

    private static int lengthAt(String text, int index) {
        return SgfScanner.isLineBreak(text.charAt(index)) ? SgfScanner.lineBreakLength(text, index) : 1;
    }

    private static SgfValue shared(String raw) {
        if (raw.isEmpty()) {
            return EMPTY;
        }
        if (raw.length() == 2) {
            int first = raw.charAt(0) - 'a';
            int second = raw.charAt(1) - 'a';
            if (first >= 0 && first < LETTER_COUNT && second >= 0 && second < LETTER_COUNT) {
                return POINTS[first * LETTER_COUNT + second];
            }
        }
        return new SgfValue(raw);
    }

    /** Returns the value as FF[4] Text: lines end with {@code \n}, and other white space is a space. */
    public String text() {
        return unescaped('\n');
    }

    /** Returns the value as FF[4] SimpleText, text on one line: line breaks are spaces. */
    public String simpleText() {
        return unescaped(' ');
    }

    private String unescaped(char lineBreak) {
        if (raw.indexOf('\\') < 0 && raw.indexOf('\n') < 0) {
            return raw;
        }
        StringBuilder text = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '\\') {
                c = raw.charAt(++i);
            }
            text.append(c == '\n' ? lineBreak : c);
        }
        return text.toString();
    }

    /** Returns the part before the first unescaped colon; the whole value if there is none. */
    public SgfValue left() {
        int colon = colon();
        return colon < 0 ? this : shared(raw.substring(0, colon));
    }

    /** Returns the part after the first unescaped colon; the empty value if there is none. */
    public SgfValue right() {
        int colon = colon();
        return colon < 0 ? EMPTY : shared(raw.substring(colon + 1));
    }

    private int colon() {
        for (int i = 0; i < raw.length(); i++) {
            if (raw.charAt(i) == ':') {
                return i;
            }
            if (raw.charAt(i) == '\\') {
                i++;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SgfValue that && raw.equals(that.raw);
    }

    @Override
    public int hashCode() {
        return raw.hashCode();
    }

    /** Returns the SGF text between the brackets. */
    @Override
    public String toString() {
        return raw;
    }
}
