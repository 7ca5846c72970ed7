package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The registry of tasks by name, in the spellings of {@link dev.tengen.base.Names}. {@link TaskProvider}s on the class
 * path provide the tasks.
 */
public final class Tasks {
    /** The module that provides the tasks, for error messages. */
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

    /** Returns the valid names for error messages: each family with the values of its parameters. */
    public static List<String> choices() {
        return families().stream().map(TaskFamily::allowed).toList();
    }

    /**
     * Returns the task {@code name} on {@code grid}.
     *
     * @param field the name of the field for the error message
     * @throws InvalidValueException if there is no such task, it does not support the size, or no module provides tasks
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
        throw InvalidValueException.notOneOf(field, name, choices());
    }
}
