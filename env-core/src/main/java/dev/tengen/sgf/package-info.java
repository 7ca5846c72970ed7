/**
 * Game records in SGF, the Smart Game Format FF[4]: text in, a record of the moves out.
 *
 * <p>Grammar, charsets, points and game information are here. Whether a recorded move is legal is not: play the record
 * with {@code dev.tengen.game.Game}. Nor are files; callers bring the bytes. Of a collection the first game is read, of
 * a game the main line.
 *
 * <p>Start reading at {@link dev.tengen.sgf.GameRecord}. Behind it {@code SgfText} makes text of bytes, {@code
 * SgfParser} makes a tree of nodes of text and knows nothing of Go, and {@code GameRecordReader} makes the record of
 * the tree's main line. Everything that is wrong with an input is an {@link dev.tengen.sgf.SgfException}.
 */
package dev.tengen.sgf;
