/**
 * Built-in players: opponents in an environment, and baselines for evaluation.
 *
 * <p>A player reads a {@link dev.tengen.game.Game} and returns a move. It does not know rewards or agents. To add a
 * player, implement {@link dev.tengen.player.Player} and register it in {@link dev.tengen.player.Players}.
 */
package dev.tengen.player;
