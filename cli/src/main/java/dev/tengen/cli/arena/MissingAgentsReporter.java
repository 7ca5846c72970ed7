package dev.tengen.cli.arena;

import java.util.List;
import java.util.function.Consumer;

/** Tells people which agents a tournament waits for, whenever that has changed. Thread-safe. */
final class MissingAgentsReporter {
    private final AgentServer hall;
    private final Consumer<String> out;
    private List<String> told = List.of();

    MissingAgentsReporter(AgentServer hall, Consumer<String> out) {
        this.hall = hall;
        this.out = out;
    }

    /** Tells where agents join, and then of each change. */
    void start() {
        out.accept(
                "Agents join at " + hall.address() + ", each under its player's name, by tengen.v1.ArenaService.Play;"
                        + " docs/guide/arena-run.md shows how.");
        hall.onChange(this::tell);
        tell();
    }

    private synchronized void tell() {
        List<String> missing = hall.missing();
        if (!missing.equals(told)) {
            told = missing;
            out.accept(missing.isEmpty() ? "All agents are here." : "Waiting for " + String.join(", ", missing) + ".");
        }
    }
}
