/**
 * Tasks: families of environments whose optimum is known, so that play can be compared with perfect play. There are races of
 * three kinds, and all of them mixed.
 *
 * <p>Start reading at {@link dev.tengen.task.RaceTasks}, then {@code RaceTask}.
 */
package dev.tengen.task;
