package dev.tengen.cli.serve;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * One setting of the server and its three names: the flag {@code --max-sessions}, the environment variable
 * {@code TENGEN_SERVE_MAX_SESSIONS}, the key {@code max_sessions} of the configuration file.
 *
 * @param option the option of {@code tengen serve}
 */
record ServerSetting(OptionSpec option) {
    /**
     * Prefix of the environment variables. "TENGEN_" would not be safe: Kubernetes sets TENGEN_PORT for the pods next
     * to a service called tengen.
     */
    static final String ENVIRONMENT_PREFIX = "TENGEN_SERVE_";

    /** The separator of pairs in a value with several, as in an environment variable. No command contains it. */
    static final String PAIR_SEPARATOR = "\n";

    /** Returns the options of a command that are settings: those of its mixins, without --help and --version. */
    static List<ServerSetting> of(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .filter(option -> option.userObject() instanceof Field field
                        && !field.getDeclaringClass().isInstance(command.userObject()))
                .map(ServerSetting::new)
                .toList();
    }

    /** Returns the flag. */
    String flag() {
        return option.longestName();
    }

    /** Returns the key in the configuration file. */
    String key() {
        return flag().substring(2).replace('-', '_');
    }

    /** Returns the name of the environment variable. */
    String environmentVariable() {
        return ENVIRONMENT_PREFIX + key().toUpperCase(Locale.ROOT);
    }
}
