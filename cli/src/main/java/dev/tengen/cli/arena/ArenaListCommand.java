package dev.tengen.cli.arena;

import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.JsonOutput;

import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentStatus;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists tournaments. */
@Command(
        name = "list",
        description = "List the tournaments of a store, the oldest first.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ArenaListCommand implements Callable<Integer> {
    @Mixin
    private StoreParameter store = new StoreParameter();

    @Option(names = "--json", description = "Print one JSON object a tournament.")
    private boolean isJson;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        List<TournamentStatus> tournaments;
        try (ArenaStore open = store.open()) {
            tournaments = open.list();
        }
        PrintWriter out = spec.commandLine().getOut();
        for (TournamentStatus status : tournaments) {
            String state = status.state().name().toLowerCase(Locale.ROOT);
            if (isJson) {
                JsonOutput.print(
                        out,
                        JsonOutput.object()
                                .put("name", status.tournament().name())
                                .put("state", state)
                                .put("players", status.tournament().players().size())
                                .put(
                                        "created_at",
                                        status.tournament().createdAt().toString()));
            } else {
                out.printf(
                        "%s: %s, %d players, created %s%n",
                        status.tournament().name(),
                        state,
                        status.tournament().players().size(),
                        status.tournament().createdAt());
            }
        }
        out.flush();
        return ExitCode.OK;
    }
}
