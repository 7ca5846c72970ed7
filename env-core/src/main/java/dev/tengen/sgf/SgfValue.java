package dev.tengen.sgf;

/**
 * One value of a property, as it stands between its brackets.
 *
 * @param raw the characters between {@code [} and {@code ]}, escapes and line breaks untouched
 * @param position the place of the opening bracket
 */
record SgfValue(String raw, SgfPosition position) {
    /**
     * Returns the value as FF[4] Text: an escaped line break is removed, other line breaks are {@code \n}, other white
     * space is a space, and a character after a backslash is itself.
     */
    String text() {
        return unescape('\n');
    }

    /** Returns the value as FF[4] SimpleText, which is Text on one line: line breaks are spaces. */
    String simpleText() {
        return unescape(' ');
    }

    private String unescape(char lineBreak) {
        StringBuilder text = new StringBuilder(raw.length());
        int index = 0;
        while (index < raw.length()) {
            boolean escaped = raw.charAt(index) == '\\' && index + 1 < raw.length();
            if (escaped) {
                index++;
            }
            char c = raw.charAt(index);
            if (SgfParser.isLineBreak(c)) {
                index += SgfParser.lineBreakLength(raw, index);
                if (!escaped) {
                    text.append(lineBreak);
                }
            } else {
                index++;
                text.append(SgfParser.isWhitespace(c) ? ' ' : c);
            }
        }
        return text.toString();
    }
}
