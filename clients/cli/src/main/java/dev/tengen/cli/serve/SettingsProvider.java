package dev.tengen.cli.serve;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import dev.tengen.arena.settings.InputFile;
import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.EnvironmentVariables;
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
 * Provides the values of settings without a flag. Environment variables override the configuration file, which
 * overrides the defaults.
 *
 * <p>Unknown names are errors, in the environment and in the file. {@link #requireValid} reports errors after the
 * command line is parsed, so that {@code --help} always works.
 */
public final class SettingsProvider implements IDefaultValueProvider {
    private static final String CONFIG_FLAG = "--config";
    private static final String CONFIG_VARIABLE = ServerSetting.ENVIRONMENT_PREFIX + "CONFIG";

    private final CommandSpec command;
    private final Map<String, String> environment;
    private final Map<String, SettingValue> values = new HashMap<>();
    private @Nullable Exception error;
    private boolean isRead;

    /** Creates a provider for the settings of {@code command}. Of {@code environment}, empty variables do not count. */
    public SettingsProvider(CommandSpec command, Map<String, String> environment) {
        this.command = command;
        this.environment = EnvironmentVariables.settings(environment);
    }

    /**
     * A value and its origin.
     *
     * @param text the value
     * @param origin the environment variable or the file
     */
    private record SettingValue(String text, String origin) {}

    /**
     * Returns the value of an option in the environment or in the file. Picocli calls this after it has parsed the
     * flags.
     */
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!isRead) {
            isRead = true;
            try {
                readFile();
                readEnvironment();
            } catch (IOException | InvalidValueException e) {
                error = e;
                values.clear();
            }
        }
        SettingValue value = argument instanceof OptionSpec option ? values.get(option.longestName()) : null;
        return value == null ? null : value.text;
    }

    /** Throws the first error in the environment or the file, if there was one. */
    public void requireValid() throws Exception {
        if (error != null) {
            throw error;
        }
    }

    /** Returns the origin of an option's value if that is the environment or the file. */
    public Optional<String> origin(@Nullable ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? Optional.ofNullable(values.get(option.longestName())).map(SettingValue::origin)
                : Optional.empty();
    }

    private void readEnvironment() {
        Map<String, OptionSpec> known = new TreeMap<>();
        ServerSetting.of(command).forEach(setting -> known.put(setting.environmentVariable(), setting.option()));
        environment.forEach((name, value) -> {
            if (name.startsWith(ServerSetting.ENVIRONMENT_PREFIX) && !name.equals(CONFIG_VARIABLE)) {
                set(known, name, value, "the environment variable " + name, "environment variable");
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
            set(known, entry.getKey(), text, file.toString(), "key in " + file);
        }
    }

    /** Returns the pairs of a table in the form of a flag. */
    private static String pairs(Path file, Map.Entry<String, JsonNode> table) {
        if (!table.getValue().isObject()) {
            throw InvalidValueException.not(table.getKey() + " in " + file, table.getValue(), "a table");
        }
        return table.getValue().properties().stream()
                .map(pair ->
                        pair.getKey() + "=" + plainValue(file, table.getKey() + "." + pair.getKey(), pair.getValue()))
                .collect(Collectors.joining(ServerSetting.PAIR_SEPARATOR));
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
            return new TomlMapper().readTree(InputFile.read(file, InputFile.MAX_SETTINGS_BYTES));
        } catch (InputFile.TooLongException e) {
            throw InvalidValueException.because(
                    file + " is not a settings file: " + e.getMessage(),
                    "config",
                    file,
                    "at most " + InputFile.MAX_SETTINGS_BYTES + " bytes");
        } catch (JacksonException e) {
            throw InvalidValueException.because(
                    file + " is not TOML: " + e.getOriginalMessage() + " in line "
                            + e.getLocation().getLineNr(),
                    "config",
                    file,
                    "a TOML file");
        }
    }

    private void set(Map<String, OptionSpec> known, String name, String text, String origin, String kind) {
        OptionSpec option = known.get(name);
        if (option == null) {
            throw InvalidValueException.not(kind, name, "one of " + List.copyOf(known.keySet()));
        }
        values.put(option.longestName(), new SettingValue(text, origin));
    }
}
