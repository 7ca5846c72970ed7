/**
 * One game between two seats: it offers turns, adjudicates the answers, runs the clocks, reports the outcome and writes
 * the game record.
 *
 * <p>This package knows no tournaments, ratings or networks. Start reading at
 * {@link dev.tengen.arena.game.RefereedGame}.
 */
package dev.tengen.arena.game;
