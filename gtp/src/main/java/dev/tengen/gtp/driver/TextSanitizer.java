package dev.tengen.gtp.driver;

/** Makes the output of a program fit for an error message: one line of printable characters. */
final class TextSanitizer {
    private TextSanitizer() {}

    /** Returns {@code text} in one line, without control characters. */
    static String line(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " | ").replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns at most the last {@code length} characters of {@code text} in one line. */
    static String endOf(String text, int length) {
        String stripped = text.strip();
        return line(stripped.length() > length ? "..." + stripped.substring(stripped.length() - length) : stripped);
    }
}
