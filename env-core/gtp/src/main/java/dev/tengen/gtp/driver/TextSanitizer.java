package dev.tengen.gtp.driver;

import dev.tengen.text.VisibleText;

/** Makes the output of a program fit for an error message: one line of visible characters. */
final class TextSanitizer {
    private TextSanitizer() {}

    /** Returns {@code text} in one line, with its lines separated by "|" and other invisible characters escaped. */
    static String line(String text) {
        return VisibleText.line(text.strip().replaceAll("\\s*\\R\\s*", " | "));
    }

    /** Returns at most the last {@code length} characters of {@code text} in one line. */
    static String endOf(String text, int length) {
        String stripped = text.strip();
        return line(stripped.length() > length ? "..." + stripped.substring(stripped.length() - length) : stripped);
    }
}
