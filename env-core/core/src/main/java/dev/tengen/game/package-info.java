/**
 * The rules of play: turns, passes, ko and superko, suicide, undo, resignation and the score.
 *
 * <p>Rewards, truncation and the handling of an agent's illegal actions are in {@code dev.tengen.env}. Start reading at
 * {@link dev.tengen.game.Game}. {@link dev.tengen.game.Ko} and {@link dev.tengen.game.Suicide} define each rule
 * exactly.
 */
package dev.tengen.game;
