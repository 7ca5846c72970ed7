/**
 * {@code tengen rollout}: plays games and writes them to a folder. {@code data} has the folder and its files.
 *
 * <p>Start reading at {@link dev.tengen.cli.rollout.RolloutCommand} and {@link dev.tengen.cli.rollout.ShardRun}.
 */
package dev.tengen.cli.rollout;
