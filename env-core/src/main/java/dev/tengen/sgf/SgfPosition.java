package dev.tengen.sgf;

/**
 * A place in a text, for messages.
 *
 * @param line the line, from 1; LF, CR, CR LF and LF CR each end one
 * @param column the column, from 1, in UTF-16 units
 */
record SgfPosition(int line, int column) {
    static final SgfPosition START = new SgfPosition(1, 1);

    /** The place of what was never read from a text. */
    static final SgfPosition NONE = new SgfPosition(0, 0);

    /** Returns the place that {@link #packed} made {@code packed} of. */
    static SgfPosition unpacked(long packed) {
        return new SgfPosition((int) (packed >>> Integer.SIZE), (int) packed);
    }

    /** Returns the place in one number, for there are as many places as values. */
    long packed() {
        return ((long) line << Integer.SIZE) | column;
    }

    /** Returns what a message begins with: the place and a colon, or nothing. */
    String prefix() {
        return line == 0 ? "" : "line " + line + ", column " + column + ": ";
    }
}
