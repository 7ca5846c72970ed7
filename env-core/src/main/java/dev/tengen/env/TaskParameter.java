package dev.tengen.env;

import java.util.List;

/**
 * A parameter of a family of tasks.
 *
 * @param name the name, such as "split"
 * @param values the allowed values, the default first
 * @param meaning a description
 */
public record TaskParameter(String name, List<String> values, String meaning) {
    /** Creates a parameter with a copy of the values. */
    public TaskParameter {
        values = List.copyOf(values);
    }

    /** Returns the default value. */
    public String defaultValue() {
        return values.get(0);
    }
}
