/**
 * Positions as people read and write them: drawings, diagrams and records from files, verdicts and scores in words.
 *
 * <p>What commands share that look at a board without a server. Nothing here knows of terminals or of options; start
 * reading at {@link dev.tengen.cli.board.BoardDrawing} and {@link dev.tengen.cli.board.Verdicts}.
 */
package dev.tengen.cli.board;
