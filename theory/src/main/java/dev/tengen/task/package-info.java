/**
 * Tasks: families of environments with a known optimum, so that play can be compared with perfect play. There are three
 * kinds of races, and a mix of all of them.
 *
 * <p>Start reading at {@link dev.tengen.task.RaceTasks}, then {@code RaceTask}.
 */
package dev.tengen.task;
