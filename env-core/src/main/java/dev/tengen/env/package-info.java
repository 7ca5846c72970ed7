/**
 * Environments: reset and step, rewards, truncation, illegal actions, opponents, observations.
 *
 * <p>The rules of play are not here but in {@code dev.tengen.game}. Start reading at {@link dev.tengen.env.Environment}.
 */
package dev.tengen.env;
