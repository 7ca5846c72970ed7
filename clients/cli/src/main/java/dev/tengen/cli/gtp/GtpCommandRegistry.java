package dev.tengen.cli.gtp;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** The registry of commands by name, in the order of lists and documentation. */
final class GtpCommandRegistry {
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    /** Adds a command. The first word of {@code usage} is its name. */
    void add(String usage, String summary, Function<GtpArguments, String> action) {
        addStreamed(usage, summary, (arguments, stream) -> action.apply(arguments));
    }

    /** Adds a command that may send lines of its response before it ends. */
    void addStreamed(String usage, String summary, BiFunction<GtpArguments, ResponseStream, String> action) {
        String name = usage.replaceFirst(" .*", "");
        if (entries.put(name, new Entry(usage, summary, action)) != null) {
            throw new IllegalArgumentException("command \"" + name + "\" is registered already");
        }
    }

    /** Adds a command without arguments. */
    void add(String name, String summary, Supplier<String> response) {
        add(name, summary, arguments -> {
            arguments.requireCount(0, 0);
            return response.get();
        });
    }

    /** Adds a command with an empty response. */
    void addSilent(String usage, String summary, Consumer<GtpArguments> action) {
        add(usage, summary, arguments -> {
            action.accept(arguments);
            return "";
        });
    }

    /** Adds a command without arguments and with an empty response. */
    void addSilent(String name, String summary, Runnable action) {
        add(name, summary, () -> {
            action.run();
            return "";
        });
    }

    /** Returns the command called {@code name}. */
    Optional<Entry> named(String name) {
        return Optional.ofNullable(entries.get(name));
    }

    /** Returns the names of all commands. */
    List<String> names() {
        return List.copyOf(entries.keySet());
    }

    /** Returns all commands. */
    Collection<Entry> all() {
        return entries.values();
    }

    /**
     * A command.
     *
     * @param usage its name and arguments
     * @param summary its effect or response
     * @param action executes it and returns the rest of the response; throws {@link GtpFailure}
     */
    record Entry(String usage, String summary, BiFunction<GtpArguments, ResponseStream, String> action) {}
}
