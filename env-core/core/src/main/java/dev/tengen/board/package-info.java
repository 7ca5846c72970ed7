/**
 * Stones on a grid: points, chains, liberties, captures and the Zobrist hash of a coloring.
 *
 * <p>Turns, passes, repetition and scores are in {@code dev.tengen.game}. Start reading at
 * {@link dev.tengen.board.Grid}, then {@link dev.tengen.board.Board}.
 */
package dev.tengen.board;
