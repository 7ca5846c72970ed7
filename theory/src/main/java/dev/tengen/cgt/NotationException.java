package dev.tengen.cgt;

/**
 * Says why and where a text is no game.
 *
 * <p>Checked, because notation comes from outside. The message is one line: the place and what is wrong, as in
 * {@code column 5: expected "}", not ")"}.
 */
public final class NotationException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int column;

    NotationException(int column, String problem) {
        super("column " + column + ": " + problem);
        this.column = column;
    }

    /** Returns the column of the problem, from 1, in UTF-16 units. */
    public int column() {
        return column;
    }
}
