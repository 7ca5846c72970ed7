package dev.tengen.sgf;

/**
 * A position in a text, for messages.
 *
 * @param line the line, from 1; LF, CR, CR LF and LF CR end a line
 * @param column the column, from 1, in UTF-16 units
 */
record SgfPosition(int line, int column) {
    static final SgfPosition START = new SgfPosition(1, 1);

    /** The position of a value that was not parsed from a text. */
    static final SgfPosition NONE = new SgfPosition(0, 0);

    /** Returns the position that {@link #packed} encoded. */
    static SgfPosition unpacked(long packed) {
        return new SgfPosition((int) (packed >>> Integer.SIZE), (int) packed);
    }

    /** Returns the position as one number, to save memory: every value of a text has one. */
    long packed() {
        return ((long) line << Integer.SIZE) | column;
    }

    /** Returns the start of a message: the position and a colon, or an empty string. */
    String prefix() {
        return line == 0 ? "" : "line " + line + ", column " + column + ": ";
    }
}
