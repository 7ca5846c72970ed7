package dev.tengen.sgf;

/**
 * A place in a text, for messages.
 *
 * @param line the line, from 1; LF, CR, CR LF and LF CR each end one
 * @param column the column, from 1, in UTF-16 units
 */
record SgfPosition(int line, int column) {
    static final SgfPosition START = new SgfPosition(1, 1);
}
