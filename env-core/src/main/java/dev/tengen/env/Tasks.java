package dev.tengen.env;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import java.util.List;
import java.util.ServiceLoader;

/** The registry of tasks by name. They come from the {@link TaskProvider}s on the class path. */
public final class Tasks {
    /** The module that provides the tasks. */
    private static final String MODULE = "tengen-theory";

    private static final List<TaskProvider> PROVIDERS =
            ServiceLoader.load(TaskProvider.class, Tasks.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Tasks() {}

    /** Returns all families of tasks. */
    public static List<TaskFamily> families() {
        return PROVIDERS.stream()
                .flatMap(provider -> provider.families().stream())
                .toList();
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
        if (PROVIDERS.isEmpty()) {
            throw InvalidValueException.needsModule(field, "\"" + name + "\"", MODULE);
        }
        for (TaskProvider provider : PROVIDERS) {
            for (TaskFamily family : provider.families()) {
                if (family.hasName(name)) {
                    return provider.task(family, family.values(field, name), grid);
                }
            }
        }
        throw InvalidValueException.not(field, "\"" + name + "\"", "one of " + choices());
    }
}
