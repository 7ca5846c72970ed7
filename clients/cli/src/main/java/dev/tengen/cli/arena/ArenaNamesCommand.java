package dev.tengen.cli.arena;

import dev.tengen.arena.store.AgentName;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena names}: lists and releases the names of agents. */
@Command(
        name = "names",
        description = "List the names of agents that belong to principals, or release one.",
        sortOptions = false,
        footer = {
            "",
            "On a server with authentication, the name of an agent belongs to the principal that first used it.",
            "A released name belongs to the next principal that uses it. This counts at once, also for a server",
            "that runs; an agent that is connected stays."
        })
final class ArenaNamesCommand extends BaseCommand {
    @Mixin
    private StoreParameter store = new StoreParameter();

    @Option(names = "--release", paramLabel = "NAME", description = "Release this name instead of listing names.")
    private @Nullable String released;

    @Option(names = "--json", description = "Print one JSON object per name.")
    private boolean isJson;

    @Override
    public Integer call() {
        String name = released;
        try (ArenaStore open = store.open()) {
            if (name == null) {
                print(open.agentNames().list());
            } else {
                release(open, name);
            }
        }
        return ExitCode.OK;
    }

    private void release(ArenaStore open, String name) {
        if (!open.agentNames().release(name)) {
            throw InvalidValueException.not("--release", '"' + name + '"', "the name of an agent in the store");
        }
        printMessage("Agent name \"" + name + "\" is free.");
    }

    private void print(List<AgentName> names) {
        names.stream().map(NameLine::of).forEach(line -> {
            if (isJson) {
                printJson(line);
            } else {
                out().printf("%s: belongs to %s since %s%n", line.name, line.principal, line.claimedAt);
            }
        });
    }

    /** A name; the object that {@code --json} prints. */
    private record NameLine(String name, String principal, String claimedAt) {
        private static NameLine of(AgentName known) {
            return new NameLine(
                    known.name(), known.principal(), known.claimedAt().toString());
        }
    }
}
