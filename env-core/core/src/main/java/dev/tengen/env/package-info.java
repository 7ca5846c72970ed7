/**
 * Environments: reset and step, rewards, truncation, illegal actions, opponents and observations, singly, in batches
 * and in trees.
 *
 * <p>The rules of Go are in {@code dev.tengen.game}. Start reading at {@link dev.tengen.env.Environment}. An
 * {@link dev.tengen.env.EnvironmentBatch} steps many environments together, and an
 * {@link dev.tengen.env.EnvironmentForest} has the trees of a search.
 */
package dev.tengen.env;
