package dev.tengen.cli.serve;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

    /** Returns the table: for each group of settings a row with its title, and a row for each of them. */
    static String of(CommandSpec command) {
        Map<OptionSpec, ServerSetting> settings = ServerSetting.of(command).stream()
                .collect(Collectors.toMap(ServerSetting::option, Function.identity()));
        StringBuilder table = new StringBuilder(
                "| flag | environment variable | key in the file | default | meaning |\n|---|---|---|---|---|\n");
        OptionGroup.of(command).forEach((group, options) -> {
            List<ServerSetting> members = options.stream()
                    .filter(settings::containsKey)
                    .map(settings::get)
                    .toList();
            if (!members.isEmpty()) {
                table.append("| **%s** | | | | |\n".formatted(group.title()));
                members.forEach(setting -> table.append(row(setting)).append('\n'));
            }
        });
        return table.toString();
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
