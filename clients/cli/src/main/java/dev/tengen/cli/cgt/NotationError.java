package dev.tengen.cli.cgt;

/**
 * Where and why a text is not a game.
 *
 * @param source the name of the source of the text
 * @param line the line in the source, from 1
 * @param column the column in the line, from 1, in UTF-16 units
 * @param problem what is wrong there
 * @param picture the line, or a part of it, with a caret below the column
 */
record NotationError(String source, int line, int column, String problem, String picture) {
    /** Returns the place and the problem in one line. */
    String message() {
        return source + ": line " + line + ", column " + column + ": " + problem;
    }
}
