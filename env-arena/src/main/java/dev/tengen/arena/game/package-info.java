/**
 * One refereed game between two seats, whoever sits there: turns are offered, answers come back or do not, and the game says
 * how it ended and writes its record.
 *
 * <p>Who plays whom, and what results mean, is not here; nor is a network. Start reading at {@link
 * dev.tengen.arena.game.RefereedGame}.
 */
package dev.tengen.arena.game;
