package dev.tengen.cli.arena;

import java.util.List;
import java.util.function.Consumer;

/** Prints which agents a tournament is waiting for, when that changes. Thread-safe. */
final class MissingAgentsReporter {
    private final AgentServer server;
    private final Consumer<String> out;
    private List<String> reported = List.of();

    MissingAgentsReporter(AgentServer server, Consumer<String> out) {
        this.server = server;
        this.out = out;
    }

    /** Prints where agents join and which are missing, and then each change. */
    void start() {
        out.accept("Agents join at " + server.address()
                + ", each under its player's name, by tengen.v1.ArenaService.Play;" + " see docs/guide/arena-run.md.");
        server.onChange(this::report);
        report();
    }

    private synchronized void report() {
        List<String> missing = server.missing();
        if (!missing.equals(reported)) {
            reported = missing;
            out.accept(missing.isEmpty() ? "All agents are here." : "Waiting for " + String.join(", ", missing) + ".");
        }
    }
}
