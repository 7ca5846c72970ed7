package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import java.util.List;
import java.util.Map;

/**
 * Adds families of tasks to {@link Tasks}, which finds implementations by {@link java.util.ServiceLoader}. Thread-safe.
 */
public interface TaskProvider {
    /** Returns the families. */
    List<TaskFamily> families();

    /**
     * Returns a task.
     *
     * @param family one of {@link #families}
     * @param values the values of all parameters of the family, by name
     * @param grid the size of the board
     * @throws InvalidValueException if the family has no tasks on {@code grid}
     */
    Task task(TaskFamily family, Map<String, String> values, Grid grid);
}
