/**
 * Built-in players: opponents in an environment, and yardsticks.
 *
 * <p>A player looks at a {@link dev.tengen.game.Game} and names a move; it knows nothing of rewards or of agents. To add
 * one, implement {@link dev.tengen.player.Player} and name it in {@link dev.tengen.player.Players}.
 */
package dev.tengen.player;
