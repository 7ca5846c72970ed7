package dev.tengen.env;

import java.util.List;

/**
 * A parameter of a family of tasks.
 *
 * @param name its name, as in "split"
 * @param values the values it takes, the default first
 * @param meaning what it is
 */
public record TaskParameter(String name, List<String> values, String meaning) {
    /** Keeps a copy of the values. */
    public TaskParameter {
        values = List.copyOf(values);
    }

    /** Returns the value of a task whose name tells none. */
    public String defaultValue() {
        return values.get(0);
    }
}
