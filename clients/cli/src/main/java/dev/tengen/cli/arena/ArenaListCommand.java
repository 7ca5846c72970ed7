package dev.tengen.cli.arena;

import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena list}: lists tournaments. */
@Command(name = "list", description = "List the tournaments of a store, oldest first.", sortOptions = false)
final class ArenaListCommand extends BaseCommand {
    @Mixin
    private StoreParameter store = new StoreParameter();

    @Option(names = "--json", description = "Print one JSON object per tournament.")
    private boolean isJson;

    @Override
    public Integer call() {
        List<TournamentStatus> tournaments;
        try (ArenaStore open = store.open()) {
            tournaments = open.tournaments().list();
        }
        PrintWriter out = out();
        tournaments.stream().map(TournamentLine::of).forEach(line -> {
            if (isJson) {
                printJson(line);
            } else {
                out.printf("%s: %s, %d players, created %s%n", line.name, line.state, line.players, line.createdAt);
            }
        });
        return ExitCode.OK;
    }

    /** A tournament; the object that {@code --json} prints. */
    private record TournamentLine(String name, String state, int players, String createdAt) {
        private static TournamentLine of(TournamentStatus status) {
            StoredTournament tournament = status.tournament();
            return new TournamentLine(
                    tournament.name(),
                    status.state().name().toLowerCase(Locale.ROOT),
                    tournament.players().size(),
                    tournament.createdAt().toString());
        }
    }
}
