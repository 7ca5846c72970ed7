package dev.tengen.cli.cgt;

import dev.tengen.cgt.NotationException;

/**
 * A text that should be a game, and where it is from.
 *
 * @param source the name of its source in messages, such as "EXPRESSION" or the name of a file
 * @param line the line of the source at which it starts, from 1
 * @param text the text
 */
record Expression(String source, int line, String text) {
    private static final int MAX_BEFORE = 50;
    private static final int MAX_AFTER = 20;
    private static final String CUT = "...";

    /** Returns the text in one line, with single blanks. */
    String inOneLine() {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Returns where and why this is not a game. */
    NotationError error(NotationException problem) {
        int index = problem.column() - 1;
        String before = text.substring(0, index);
        int lineStart = before.lastIndexOf('\n') + 1;
        int lineEnd = text.indexOf('\n', index);
        String wrongLine = text.substring(lineStart, lineEnd < 0 ? text.length() : lineEnd);
        return new NotationError(
                source,
                line + (int) before.chars().filter(c -> c == '\n').count(),
                index - lineStart + 1,
                problem.problem(),
                pointed(wrongLine, index - lineStart));
    }

    /** Returns the part of {@code wrongLine} around {@code index}, and a second line that points to it. */
    private static String pointed(String wrongLine, int index) {
        int from = Math.max(0, index - MAX_BEFORE);
        int to = Math.min(wrongLine.length(), index + MAX_AFTER);
        String start = from > 0 ? CUT : "";
        // A control character could move the cursor of a terminal.
        String part = wrongLine.substring(from, to).replaceAll("\\p{Cntrl}", " ");
        String end = to < wrongLine.length() ? CUT : "";
        return "  " + start + part + end + System.lineSeparator() + " ".repeat(2 + start.length() + index - from) + "^";
    }
}
