/**
 * The store of rollouts, and {@code tengen data}: a folder with files of games, the spec that they were played by, and
 * a manifest.
 *
 * <p>Start reading at {@link dev.tengen.cli.data.RolloutFolder}. {@link dev.tengen.cli.data.MovesFormat} is the only
 * class that knows messages; {@code rollout.proto} describes them.
 */
package dev.tengen.cli.data;
