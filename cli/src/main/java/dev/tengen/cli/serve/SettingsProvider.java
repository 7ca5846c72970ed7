package dev.tengen.cli.serve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.tengen.board.InvalidValueException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Where the settings come from that no flag gives: environment variables, then a configuration file, then the defaults.
 *
 * <p>A name that no setting has is an error, in the environment and in the file alike. What is wrong is told by {@link
 * #requireGood}, not while the command line is parsed, so that {@code --help} always works.
 */
final class SettingsProvider implements IDefaultValueProvider {
    private static final String CONFIG_FLAG = "--config";
    private static final String CONFIG_VARIABLE = ServerSetting.ENVIRONMENT_PREFIX + "CONFIG";

    private final CommandSpec command;
    private final Map<String, String> environment;
    private final Map<String, Given> given = new HashMap<>();
    private @Nullable Exception fault;
    private boolean isRead;

    /** Makes the sources of the settings of {@code command}; {@code environment} is that of the process. */
    SettingsProvider(CommandSpec command, Map<String, String> environment) {
        this.command = command;
        this.environment = environment;
    }

    /**
     * A value and where it was given.
     *
     * @param text the value
     * @param origin the environment variable or the file
     */
    private record Given(String text, String origin) {}

    /** Returns what the environment or the file says of an option. Called by picocli once it has read the flags. */
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!isRead) {
            isRead = true;
            try {
                readFile();
                readEnvironment();
            } catch (IOException | InvalidValueException e) {
                fault = e;
                given.clear();
            }
        }
        Given value = argument instanceof OptionSpec option ? given.get(option.longestName()) : null;
        return value == null ? null : value.text;
    }

    /** Throws what was wrong with the environment or the file, if anything was. */
    void requireGood() throws Exception {
        if (fault != null) {
            throw fault;
        }
    }

    /** Returns where the value of an option was given, if it was in the environment or in the file. */
    Optional<String> origin(@Nullable ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? Optional.ofNullable(given.get(option.longestName())).map(Given::origin)
                : Optional.empty();
    }

    private void readEnvironment() {
        Map<String, OptionSpec> known = new TreeMap<>();
        ServerSetting.of(command).forEach(setting -> known.put(setting.environmentVariable(), setting.option()));
        environment.forEach((name, value) -> {
            if (name.startsWith(ServerSetting.ENVIRONMENT_PREFIX) && !name.equals(CONFIG_VARIABLE)) {
                give(known, name, value, "the environment variable " + name, "environment variable");
            }
        });
    }

    private void readFile() throws IOException {
        Path file = file();
        if (file == null) {
            return;
        }
        if (!Files.isReadable(file)) {
            throw InvalidValueException.not("config", "\"" + file + "\"", "a file that can be read");
        }
        Map<String, OptionSpec> known = new TreeMap<>();
        ServerSetting.of(command).forEach(setting -> known.put(setting.key(), setting.option()));
        for (Map.Entry<String, JsonNode> entry : parse(file).properties()) {
            OptionSpec option = known.get(entry.getKey());
            boolean isTable = option != null && option.isMultiValue();
            String text = isTable ? pairs(file, entry) : plainValue(file, entry.getKey(), entry.getValue());
            give(known, entry.getKey(), text, file.toString(), "key in " + file);
        }
    }

    /** Returns the pairs of a table as a flag would give them. */
    private static String pairs(Path file, Map.Entry<String, JsonNode> table) {
        if (!table.getValue().isObject()) {
            throw InvalidValueException.not(table.getKey() + " in " + file, table.getValue(), "a table");
        }
        return table.getValue().properties().stream()
                .map(pair ->
                        pair.getKey() + "=" + plainValue(file, table.getKey() + "." + pair.getKey(), pair.getValue()))
                .collect(Collectors.joining(EngineSettings.SEPARATOR));
    }

    private static String plainValue(Path file, String key, JsonNode value) {
        if (!value.isValueNode()) {
            throw InvalidValueException.not(key + " in " + file, "(a table or a list)", "a plain value");
        }
        return value.asText();
    }

    private @Nullable Path file() {
        Path flag = command.findOption(CONFIG_FLAG).getValue();
        String variable = environment.get(CONFIG_VARIABLE);
        return flag == null && variable != null ? Path.of(variable) : flag;
    }

    private static JsonNode parse(Path file) throws IOException {
        try {
            return new TomlMapper().readTree(file.toFile());
        } catch (JacksonException e) {
            throw InvalidValueException.because(
                    file + " is no TOML: " + e.getOriginalMessage() + " in line "
                            + e.getLocation().getLineNr(),
                    "config",
                    file,
                    "a TOML file");
        }
    }

    private void give(Map<String, OptionSpec> known, String name, String text, String origin, String kind) {
        OptionSpec option = known.get(name);
        if (option == null) {
            throw InvalidValueException.not(kind, name, "one of " + List.copyOf(known.keySet()));
        }
        given.put(option.longestName(), new Given(text, origin));
    }
}
