package dev.tengen.env;

import dev.tengen.board.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Tasks that differ in parameters, which their names tell, as in "race-class0:split=test,mask=region".
 *
 * @param name name of the family, and of the task with every default
 * @param summary what is to be done, in one sentence
 * @param parameters its parameters
 */
public record TaskFamily(String name, String summary, List<TaskParameter> parameters) {
    /** Keeps a copy of the parameters. */
    public TaskFamily {
        parameters = List.copyOf(parameters);
    }

    /** Returns whether {@code taskName} is of this family, whatever its parameters. */
    boolean hasName(String taskName) {
        return taskName.equals(name) || taskName.startsWith(name + ":");
    }

    /**
     * Returns the value of every parameter of the task called {@code taskName}, which is of this family. Throws {@link
     * InvalidValueException}, whose message calls the name {@code field}, where it tells what there is not, or twice.
     */
    Map<String, String> values(String field, String taskName) {
        Map<String, String> values = new LinkedHashMap<>();
        parameters.forEach(parameter -> values.put(parameter.name(), parameter.defaultValue()));
        if (!taskName.equals(name)) {
            Map<String, String> told = new LinkedHashMap<>();
            for (String part : taskName.substring(name.length() + 1).split(",", -1)) {
                String parameter = part.substring(0, Math.max(part.indexOf('='), 0));
                boolean isTwice = told.put(parameter, part.substring(part.indexOf('=') + 1)) != null;
                if (isTwice || !isAllowed(parameter, told.get(parameter))) {
                    throw InvalidValueException.because(
                            field + " \"" + taskName + "\" has \"" + part + "\", and allowed is, once each, "
                                    + allowed(),
                            field,
                            taskName,
                            allowed());
                }
            }
            values.putAll(told);
        }
        return values;
    }

    private boolean isAllowed(String parameter, String value) {
        return parameters.stream()
                .anyMatch(known ->
                        known.name().equals(parameter) && known.values().contains(value));
    }

    /** Returns what names of this family look like, as errors tell it. */
    String allowed() {
        return name
                + parameters.stream()
                        .map(parameter -> parameter.name() + "=" + String.join("|", parameter.values()))
                        .collect(Collectors.joining(",", ":", ""));
    }

    /** Returns the name of the task with {@code values}, without those that are the default. */
    public String taskName(Map<String, String> values) {
        String told = parameters.stream()
                .filter(parameter -> !parameter.defaultValue().equals(values.get(parameter.name())))
                .map(parameter -> parameter.name() + "=" + values.get(parameter.name()))
                .collect(Collectors.joining(","));
        return told.isEmpty() ? name : name + ":" + told;
    }
}
