package dev.tengen.text;

/**
 * Escapes the characters that a reader cannot see, or that change what a reader sees. They are control characters,
 * among them line breaks and the start of a terminal's escape sequences; line and paragraph separators; format
 * characters, among them those that reverse the direction of writing, as U+202E does; unpaired surrogates; and
 * unassigned characters. A text from outside needs this before a log, a terminal, a title or an error message shows it.
 *
 * <p>The escapes are those of JSON and Java: {@code \n}, {@code \r}, {@code \t} and {@code \}{@code uXXXX} for each
 * UTF-16 unit. Escaping a line of JSON does not change the value that it encodes. A backslash stays as it is, so the
 * escapes are for people: they cannot always be reversed. Thread-safe.
 */
public final class VisibleText {
    private VisibleText() {}

    /** Returns {@code text} in one line: every invisible character is escaped, line breaks and tabs too. */
    public static String line(String text) {
        return escaped(text, "");
    }

    /** Returns {@code text} with every invisible character escaped, except line feeds, carriage returns and tabs. */
    public static String lines(String text) {
        return escaped(text, "\n\r\t");
    }

    private static String escaped(String text, String kept) {
        int index = firstEscaped(text, kept);
        if (index == text.length()) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16).append(text, 0, index);
        while (index < text.length()) {
            int character = text.codePointAt(index);
            int end = index + Character.charCount(character);
            if (isShown(character, kept)) {
                shown.append(text, index, end);
            } else {
                for (; index < end; index++) {
                    appendEscape(text.charAt(index), shown);
                }
            }
            index = end;
        }
        return shown.toString();
    }

    /** Returns the index of the first character to escape; the length of {@code text} if there is none. */
    private static int firstEscaped(String text, String kept) {
        int index = 0;
        while (index < text.length()) {
            int character = text.codePointAt(index);
            if (!isShown(character, kept)) {
                return index;
            }
            index += Character.charCount(character);
        }
        return index;
    }

    private static boolean isShown(int character, String kept) {
        return isVisible(character) || kept.indexOf(character) >= 0;
    }

    /**
     * Returns whether a reader sees the code point {@code character} as itself. A space is visible; a line break is
     * not.
     */
    public static boolean isVisible(int character) {
        if (character < 0x7F) {
            return character >= ' ';
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    private static void appendEscape(char unit, StringBuilder shown) {
        switch (unit) {
            case '\n' -> shown.append("\\n");
            case '\r' -> shown.append("\\r");
            case '\t' -> shown.append("\\t");
            default -> shown.append(String.format("\\u%04x", (int) unit));
        }
    }
}
