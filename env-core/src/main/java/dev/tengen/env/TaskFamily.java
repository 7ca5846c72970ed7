package dev.tengen.env;

import dev.tengen.board.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A family of tasks that differ in parameters. The name of a task contains its parameters, such as
 * "race-class0:split=test,mask=region".
 *
 * @param name the name of the family, and of its task with all defaults
 * @param summary the goal of the tasks, in one sentence
 * @param parameters the parameters
 */
public record TaskFamily(String name, String summary, List<TaskParameter> parameters) {
    /** Creates a family with a copy of the parameters. */
    public TaskFamily {
        parameters = List.copyOf(parameters);
    }

    /** Returns whether {@code taskName} belongs to this family, whatever its parameters are. */
    boolean hasName(String taskName) {
        return taskName.equals(name) || taskName.startsWith(name + ":");
    }

    /**
     * Returns the value of every parameter of a task of this family.
     *
     * @param field what the exception message calls the name
     * @param taskName the name of the task
     * @throws InvalidValueException if the name contains an unknown parameter or value, or a parameter twice
     */
    Map<String, String> values(String field, String taskName) {
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
        if (!taskName.equals(name)) {
            Map<String, String> given = new LinkedHashMap<>();
            for (String part : taskName.substring(name.length() + 1).split(",", -1)) {
                String parameter = part.substring(0, Math.max(part.indexOf('='), 0));
                boolean isTwice = given.put(parameter, part.substring(part.indexOf('=') + 1)) != null;
                if (isTwice || !isAllowed(parameter, given.get(parameter))) {
                    throw InvalidValueException.because(
                            field + " \"" + taskName + "\" has \"" + part + "\"; allowed, once each, is " + allowed(),
                            field,
                            taskName,
                            allowed());
                }
            }
            values.putAll(given);
        }
        return values;
    }

    private boolean isAllowed(String parameter, String value) {
        return parameters.stream()
                .anyMatch(known ->
                        known.name().equals(parameter) && known.values().contains(value));
    }

    /** Returns the syntax of names in this family, for error messages. */
    String allowed() {
        return name
                + parameters.stream()
                        .map(parameter -> parameter.name() + "=" + String.join("|", parameter.values()))
                        .collect(Collectors.joining(",", ":", ""));
    }

    /** Returns the name of the task with {@code values}. Default values are omitted. */
    public String taskName(Map<String, String> values) {
        String given = parameters.stream()
                .filter(parameter -> !parameter.defaultValue().equals(values.get(parameter.name())))
                .map(parameter -> parameter.name() + "=" + values.get(parameter.name()))
                .collect(Collectors.joining(","));
        return given.isEmpty() ? name : name + ":" + given;
    }
}
