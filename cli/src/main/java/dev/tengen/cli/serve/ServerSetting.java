package dev.tengen.cli.serve;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One setting of the server and its three names: the flag {@code --max-sessions}, the environment variable {@code
 * TENGEN_SERVE_MAX_SESSIONS}, the key {@code max_sessions} of the configuration file.
 *
 * @param option the option of {@code tengen serve}
 */
record ServerSetting(OptionSpec option) {
    /**
     * What the names of environment variables begin with. "TENGEN_" alone would not do: Kubernetes sets TENGEN_PORT in
     * the neighbors of a service that is called tengen.
     */
    static final String ENVIRONMENT_PREFIX = "TENGEN_SERVE_";

    /** The classes that declare settings. */
    private static final Set<Class<?>> PLACES =
            Set.of(ServerOptions.class, ArenaOptions.class, PageOptions.class);

    /** Returns the settings among the options of a command. */
    static List<ServerSetting> of(CommandSpec command) {
        return command.options().stream()
                .filter(option ->
                        option.userObject() instanceof Field field && PLACES.contains(field.getDeclaringClass()))
                .map(ServerSetting::new)
                .toList();
    }

    /** Returns the flag. */
    String flag() {
        return option.longestName();
    }

    /** Returns the key in a configuration file. */
    String key() {
        return flag().substring(2).replace('-', '_');
    }

    /** Returns the name of the environment variable. */
    String environmentVariable() {
        return ENVIRONMENT_PREFIX + key().toUpperCase(Locale.ROOT);
    }
}
