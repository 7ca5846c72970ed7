package dev.tengen.task;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.env.Task;
import java.util.Arrays;
import java.util.List;

/** The registry of tasks by name. */
public final class Tasks {
    private Tasks() {}

    /** Returns all families of tasks. */
    public static List<TaskFamily> families() {
        return Arrays.stream(RaceKind.values()).map(RaceKind::family).toList();
    }

    /** Returns the syntax of all task names, for error messages: each family with the values of its parameters. */
    public static List<String> choices() {
        return families().stream().map(TaskFamily::allowed).toList();
    }

    /**
     * Returns the task with the given name.
     *
     * @param field what the exception message calls the name
     * @param name the name of the task
     * @param grid the size of the board
     * @throws InvalidValueException if there is no such task, or none of that size
     */
    public static Task named(String field, String name, Grid grid) {
        RaceKind kind = Arrays.stream(RaceKind.values())
                .filter(candidate -> candidate.family().hasName(name))
                .findFirst()
                .orElseThrow(() -> InvalidValueException.not(field, "\"" + name + "\"", "one of " + choices()));
        return RaceTask.of(kind, kind.family().values(field, name), grid);
    }
}
