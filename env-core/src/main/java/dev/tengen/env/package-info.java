/**
 * Environments: reset and step, rewards, truncation, illegal actions, opponents, observations, one by one and in batches.
 *
 * <p>The rules of play are not here but in {@code dev.tengen.game}. Start reading at {@link dev.tengen.env.Environment}; many
 * of them, stepped together, are an {@link dev.tengen.env.EnvironmentBatch}.
 */
package dev.tengen.env;
