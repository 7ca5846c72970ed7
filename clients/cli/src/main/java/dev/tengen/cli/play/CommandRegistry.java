package dev.tengen.cli.play;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The registry of commands by name, in the order of the help. */
final class CommandRegistry {
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Adds a command. The first word of {@code usage} is its name. */
    void add(When when, String usage, String summary, Function<List<String>, List<CommandResult>> action) {
        entries.put(usage.replaceFirst(" .*", ""), new Entry(when, usage, summary, action));
    }

    /** Adds a command with one result. */
    void addSimple(When when, String usage, String summary, Function<List<String>, CommandResult> action) {
        add(when, usage, summary, arguments -> List.of(action.apply(arguments)));
    }

    /** Returns the command called {@code name}. */
    Optional<Entry> named(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Returns all commands. */
    Collection<Entry> all() {
        return entries.values();
    }

    /** When a command is available. */
    enum When {
        /** Always. */
        ALWAYS,
        /** Not during a setup. */
        GAME,
        /** Only during a setup. */
        SETUP
    }

    /**
     * A command.
     *
     * @param when when it is available
     * @param usage its name and arguments
     * @param summary what it does
     * @param action executes it with its arguments
     */
    record Entry(When when, String usage, String summary, Function<List<String>, List<CommandResult>> action) {}
}
