/**
 * The rules of play: turns, passes, ko and superko, suicide, undo, resignation and the area score.
 *
 * <p>Rewards, truncation and what an illegal action does to an agent are not here; they are in {@code dev.tengen.env}.
 * Start reading at {@link dev.tengen.game.Game}; the exact meaning of each rule is in {@link dev.tengen.game.Ko} and
 * {@link dev.tengen.game.Suicide}.
 */
package dev.tengen.game;
