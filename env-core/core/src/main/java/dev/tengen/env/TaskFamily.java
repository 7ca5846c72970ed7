package dev.tengen.env;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.Names;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A family of tasks that differ in parameters, which are a part of their names, as in
 * "race-class0:split=test,mask=region".
 *
 * @param name the name of the family, and of the task with default values
 * @param summary the goal in one sentence
 * @param parameters the parameters
 */
public record TaskFamily(String name, String summary, List<Parameter> parameters) {
    /** Keeps a copy of the parameters. */
    public TaskFamily {
        parameters = List.copyOf(parameters);
    }

    /**
     * A parameter of a family of tasks.
     *
     * @param name the name, such as "split"
     * @param values the valid values, the default first
     * @param meaning a description
     */
    public record Parameter(String name, List<String> values, String meaning) {
        /** Keeps a copy of the values. */
        public Parameter {
            values = List.copyOf(values);
        }

        /** Returns the value of a task whose name does not specify one. */
        public String defaultValue() {
            return values.get(0);
        }
    }

    /** Returns whether {@code taskName} belongs to this family, with any parameters. */
    boolean hasName(String taskName) {
        int colon = taskName.indexOf(':');
        return Names.areEqual(name, colon < 0 ? taskName : taskName.substring(0, colon));
    }

    /**
     * Returns the values of all parameters of a task of this family.
     *
     * @param field the name of the field for the error message
     * @param taskName the name of the task
     * @throws InvalidValueException if the name has an unknown or repeated parameter, or an invalid value
     */
    Map<String, String> values(String field, String taskName) {
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
        int colon = taskName.indexOf(':');
        if (colon >= 0) {
            Map<String, String> given = new LinkedHashMap<>();
            for (String part : taskName.substring(colon + 1).split(",", -1)) {
                String[] sides = part.split("=", 2);
                Optional<Parameter> parameter = Names.find(parameters, Parameter::name, sides[0]);
                Optional<String> value = parameter.flatMap(
                        known -> Names.find(known.values(), Function.identity(), sides.length == 1 ? "" : sides[1]));
                if (value.isEmpty() || given.put(parameter.get().name(), value.get()) != null) {
                    throw InvalidValueException.because(
                            field + " \"" + taskName + "\" has \"" + part + "\"; allowed, at most once each, are "
                                    + allowed(),
                            field,
                            taskName,
                            allowed());
                }
            }
            values.putAll(given);
        }
        return values;
    }

    /** Returns the valid names of this family, for error messages. */
    String allowed() {
        return name
                + parameters.stream()
                        .map(parameter -> parameter.name() + "=" + String.join("|", parameter.values()))
                        .collect(Collectors.joining(",", ":", ""));
    }

    /** Returns the name of the task with {@code values}. Default values are left out. */
    public String taskName(Map<String, String> values) {
        String others = parameters.stream()
                .filter(parameter -> !parameter.defaultValue().equals(values.get(parameter.name())))
                .map(parameter -> parameter.name() + "=" + values.get(parameter.name()))
                .collect(Collectors.joining(","));
        return others.isEmpty() ? name : name + ":" + others;
    }
}
