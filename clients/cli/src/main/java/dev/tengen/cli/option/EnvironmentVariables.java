package dev.tengen.cli.option;

import java.util.Map;
import java.util.stream.Collectors;

/** The environment variables of the process as settings. */
public final class EnvironmentVariables {
    private static final String PREFIX = "TENGEN_";

    private EnvironmentVariables() {}

    /** Returns the environment variables of the process, of Tengen's only those that are not empty. */
    public static Map<String, String> ofProcess() {
        return settings(System.getenv());
    }

    /**
     * Returns {@code variables} without those of Tengen that are empty. Files of settings for containers and services
     * cannot remove a variable that an image has set, so an empty one counts as none.
     */
    public static Map<String, String> settings(Map<String, String> variables) {
        return variables.entrySet().stream()
                .filter(variable -> !variable.getKey().startsWith(PREFIX)
                        || !variable.getValue().isEmpty())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
