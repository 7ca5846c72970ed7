package dev.tengen.cgt;

/**
 * Thrown if a text is not a game in the usual notation (a syntax error).
 *
 * <p>It is a checked exception, because notation comes from outside. The message is one line with the column and the
 * problem, such as {@code column 5: expected "}", not ")"}.
 */
public final class NotationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;
    private final String problem;

    NotationException(int column, String problem) {
        super("column " + column + ": " + problem);
        this.column = column;
        this.problem = problem;
    }

    /** Returns the column of the problem, from 1, in UTF-16 units. */
    public int column() {
        return column;
    }

    /** Returns the problem without the column, such as {@code expected "}", not ")"}. */
    public String problem() {
        return problem;
    }
}
