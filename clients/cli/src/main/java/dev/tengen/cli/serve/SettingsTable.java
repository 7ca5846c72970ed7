package dev.tengen.cli.serve;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Writes the settings of the server as a Markdown table. */
final class SettingsTable {
    private static final Pattern DEFAULT = Pattern.compile("(.*) Default: (.*)\\.");

    private SettingsTable() {}

    /** Returns the table, one row per setting. */
    static String of(CommandSpec command) {
        List<ServerSetting> settings = ServerSetting.of(command);
        return settings.stream()
                .map(SettingsTable::row)
                .collect(Collectors.joining(
                        "\n",
                        "| flag | environment variable | key in the file | default | meaning |\n|---|---|---|---|---|\n",
                        "\n"));
    }

    private static String row(ServerSetting setting) {
        Matcher text = DEFAULT.matcher(described(setting.option()));
        if (!text.matches()) {
            throw new IllegalStateException(setting.flag() + " does not describe its default");
        }
        return "| `%s` | `%s` | `%s` | %s | %s |"
                .formatted(setting.flag(), setting.environmentVariable(), setting.key(), text.group(2), text.group(1));
    }

    private static String described(OptionSpec option) {
        Iterable<String> candidates = option.completionCandidates() == null ? List.of() : option.completionCandidates();
        String names = StreamSupport.stream(candidates.spliterator(), false).collect(Collectors.joining(", "));
        return String.join(" ", option.description())
                .replace("${COMPLETION-CANDIDATES}", names)
                .replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValue()));
    }
}
