package dev.tengen.gtp.driver;

/** Makes what a program wrote fit for a message: one line of characters that can be printed. */
final class Printable {
    private Printable() {}

    /** Returns {@code text} in one line, without control characters. */
    static String of(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", " | ").replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the end of {@code text} in one line: at most {@code length} characters of it. */
    static String endOf(String text, int length) {
        String stripped = text.strip();
        return of(stripped.length() > length ? "..." + stripped.substring(stripped.length() - length) : stripped);
    }
}
