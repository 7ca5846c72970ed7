package dev.tengen.cli.serve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The groups of options in the help of {@code tengen serve} and in the table of its settings, in their order. */
enum OptionGroup {
    /** What most servers set. */
    COMMON("Common settings", "--host", "--port", "--http-port", "--store", "--arena"),

    /** Where the server listens, and where others find it. */
    ADDRESSES("Addresses", "--socket", "--http-host", "--http-allowed-hosts", "--advertise"),

    /** Who may do what. */
    SECURITY(
            "Security",
            "--tls-certificate",
            "--tls-key",
            "--tls-client-ca",
            "--certificate-roles",
            "--tokens",
            "--jwt-issuer",
            "--jwt-audience",
            "--jwt-keys",
            "--jwt-algorithms",
            "--jwt-role-claim",
            "--quotas",
            "--generate-security",
            "--insecure-network"),

    /** Which services there are, and how much of each. */
    SERVICES(
            "Services and their limits",
            "--batches",
            "--trees",
            "--searches",
            "--analyses",
            "--max-sessions",
            "--max-moves",
            "--max-lanes",
            "--max-nodes",
            "--max-trees",
            "--max-analyses",
            "--max-waiting-analyses",
            "--max-analysis-nodes",
            "--max-analysis-seconds",
            "--analysis-megabytes"),

    /** How much memory clients may use. */
    MEMORY("Memory", "--max-memory-megabytes", "--max-direct-memory-megabytes", "--memory-share"),

    /** How many connections there may be, and when something takes too long. */
    CONNECTIONS(
            "Connections and timeouts",
            "--idle-timeout-seconds",
            "--max-request-bytes",
            "--max-connections",
            "--max-connections-per-address",
            "--max-calls-per-connection",
            "--max-connection-age-seconds",
            "--max-connection-age-grace-seconds",
            "--slow-reader-seconds",
            "--drain-seconds"),

    /** How a store is used. */
    STORE("Store", "--store-memory-seconds", "--store-lease-ms", "--store-stay-ms", "--store-journal-hours"),

    /** How the arena works. */
    ARENA("Arena", "--ladder", "--arena-reconnect-seconds", "--max-agents", "--max-tournaments", "--max-arena-games"),

    /** Which engines play. */
    ENGINES(
            "GTP engines",
            "--engine",
            "--engine-dead-stones",
            "--engine-move-seconds",
            "--engine-start-seconds",
            "--max-engines-each",
            "--max-engines"),

    /** What the HTTP port serves. */
    PAGE("Web page and language models", "--page-token", "--page-listeners", "--openenv", "--openenv-sockets"),

    /** What the server reports. */
    LOGS(
            "Logs and traces",
            "--log-format",
            "--log-level",
            "--access-log",
            "--tracing-endpoint",
            "--tracing-sample-ratio"),

    /** Everything else: what the command itself does. */
    OTHER("Other options");

    private final String title;
    private final List<String> names;

    OptionGroup(String title, String... names) {
        this.title = title;
        this.names = List.of(names);
    }

    /** Returns the title of the group. */
    String title() {
        return title;
    }

    /** Returns the options of a command by group. An option that no other group names is in {@link #OTHER}. */
    static Map<OptionGroup, List<OptionSpec>> of(CommandSpec command) {
        Map<String, OptionSpec> waiting = new LinkedHashMap<>();
        command.options().forEach(option -> waiting.put(option.longestName(), option));
        Map<OptionGroup, List<OptionSpec>> groups = new LinkedHashMap<>();
        for (OptionGroup group : values()) {
            List<OptionSpec> options = new ArrayList<>();
            for (String name : group.names) {
                OptionSpec option = waiting.remove(name);
                if (option == null) {
                    throw new IllegalStateException(name + " is not an option, or is in two groups");
                }
                options.add(option);
            }
            groups.put(group, options);
        }
        groups.put(OTHER, List.copyOf(waiting.values()));
        return groups;
    }

    /** Returns the list of options of a command, with the title above each group. */
    static String render(Help help) {
        List<OptionSpec> all = help.commandSpec().options();
        StringBuilder text = new StringBuilder();
        of(help.commandSpec()).forEach((group, options) -> {
            // Made for all options, so that the columns of all groups have the same widths.
            Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append(help.createHeading("%n" + group.title + ":%n")).append(layout);
        });
        return text.toString();
    }
}
