/**
 * Game records in SGF, the Smart Game Format FF[4]: reads text into trees and records of moves, and writes them.
 *
 * <p>This package knows grammar, charsets, points and game information. It does not check whether a recorded move is
 * legal; {@link dev.tengen.sgf.RecordReplay} does. It does not open files either; callers pass the bytes.
 *
 * <p>Start reading at {@link dev.tengen.sgf.GameRecord}, which is what most callers need: the main line of the first
 * game. {@link dev.tengen.sgf.SgfCollection} has all games of a file as trees of nodes that are independent of Go. An
 * {@link dev.tengen.sgf.SgfLine} is one path through such a tree and returns its record.
 * {@link dev.tengen.sgf.SgfBuilder} builds trees. Errors in an input are reported as
 * {@link dev.tengen.sgf.SgfException}, oddities as {@link dev.tengen.sgf.SgfWarning}.
 *
 * <p>Internally, {@code SgfDecoder} turns bytes into text, {@code SgfParser} text into trees, {@code GameRecordReader}
 * the nodes of a line into records, and {@code SgfWriter} trees into text.
 */
package dev.tengen.sgf;
