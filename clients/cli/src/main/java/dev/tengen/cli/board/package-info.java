/**
 * Positions as people read and write them: drawings, diagrams, records from files, and explanations and scores in
 * words. Several commands share these classes. They know neither terminals nor options.
 *
 * <p>Start reading at {@link dev.tengen.cli.board.BoardDrawing} and {@link dev.tengen.cli.board.PositionExplainer}.
 */
package dev.tengen.cli.board;
