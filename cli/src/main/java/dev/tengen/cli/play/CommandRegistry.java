package dev.tengen.cli.play;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The commands by name, in the order of their help. */
final class CommandRegistry {
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Adds a command. The first word of {@code usage} is its name. */
    void add(When when, String usage, String summary, Function<List<String>, List<CommandResult>> action) {
        entries.put(usage.replaceFirst(" .*", ""), new Entry(when, usage, summary, action));
    }

    /** Adds a command with one answer. */
    void addSimple(When when, String usage, String summary, Function<List<String>, CommandResult> action) {
        add(when, usage, summary, words -> List.of(action.apply(words)));
    }

    /** Returns the command called {@code name}. */
    Optional<Entry> named(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Returns all of them. */
    Collection<Entry> all() {
        return entries.values();
    }

    /** When a command makes sense. */
    enum When {
        /** Always. */
        ALWAYS,
        /** Not while a position is set up. */
        GAME,
        /** Only while a position is set up. */
        SETUP
    }

    /**
     * A command.
     *
     * @param when when it makes sense
     * @param usage its name and what follows it
     * @param summary what it does
     * @param action carries it out, with the words after its name
     */
    record Entry(When when, String usage, String summary, Function<List<String>, List<CommandResult>> action) {}
}
