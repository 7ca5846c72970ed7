/**
 * Tasks: families of environments with a known optimum, so that play can be compared with perfect play. There are three
 * kinds of races, and a mix of all of them. Solved positions of small boards, with the same splits, are whole games.
 *
 * <p>Start reading at {@link dev.tengen.task.RaceTasks}, then {@code RaceTask}; for small boards at
 * {@link dev.tengen.task.BoardProblems}.
 */
package dev.tengen.task;
