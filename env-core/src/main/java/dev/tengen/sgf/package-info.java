/**
 * Game records in SGF, the Smart Game Format FF[4]: text in, trees and records of moves out, and back.
 *
 * <p>Grammar, charsets, points and game information are here. Whether a recorded move is legal is not: play the record
 * with {@code dev.tengen.game.Game}. Nor are files; callers bring the bytes.
 *
 * <p>Start reading at {@link dev.tengen.sgf.GameRecord}, which is what most callers need: the main line of the first
 * game. {@link dev.tengen.sgf.SgfCollection} has all games of a file, as trees of nodes that know nothing of Go; an
 * {@link dev.tengen.sgf.SgfLine} is one way through such a tree and has the record of it. {@link
 * dev.tengen.sgf.SgfBuilder} makes trees. Everything that is wrong with an input is an {@link
 * dev.tengen.sgf.SgfException}, what is merely odd an {@link dev.tengen.sgf.SgfWarning}.
 *
 * <p>Behind it {@code SgfDecoder} makes text of bytes, {@code SgfParser} trees of text, {@code GameRecordReader} records of lines
 * and {@code SgfWriter} text of trees.
 */
package dev.tengen.sgf;
