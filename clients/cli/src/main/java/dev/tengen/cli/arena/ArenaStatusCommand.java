package dev.tengen.cli.arena;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.GameState;
import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.arena.store.TournamentStatus;
import dev.tengen.arena.store.WorkerStatus;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tengen arena status}: prints the progress of a tournament and its workers. */
@Command(
        name = "status",
        description = "Print the progress of a tournament and its workers, from the store.",
        sortOptions = false,
        footer = {
            "",
            "A worker is alive while it renews its lease, lost when the lease has expired, and left when it has",
            "given its games back. Games of lost workers go to others."
        })
final class ArenaStatusCommand extends BaseCommand {
    @Mixin
    private StoredTournamentParameters tournament = new StoredTournamentParameters();

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() {
        Status status;
        try (ArenaStore open = tournament.open()) {
            status = Status.of(open, open.tournaments().get(tournament.name(open)));
        }
        if (isJson) {
            printJson(status);
        } else {
            status.lines().forEach(out()::println);
        }
        return ExitCode.OK;
    }

    /** The progress of a tournament; the object that {@code --json} prints. */
    private record Status(
            String name,
            TournamentState state,
            int endedGameCount,
            int runningGameCount,
            int waitingGameCount,
            @Nullable Long gameCount,
            @Nullable String test,
            List<String> missingPlayers,
            List<String> withdrawnPlayers,
            List<Worker> workers) {
        private static Status of(ArenaStore store, TournamentStatus stored) {
            String name = stored.tournament().name();
            TournamentSettings settings = TournamentSettings.fromStore(stored.tournament());
            List<StoredGame> games = store.games().list(name);
            List<WorkerStatus> workers = store.workers().list(name);
            RunProgress progress = RunProgress.of(settings, store);
            OptionalLong total = progress.gameCount();
            return new Status(
                    name,
                    stored.state(),
                    count(games, GameState.ENDED),
                    count(games, GameState.RUNNING),
                    count(games, GameState.PLANNED),
                    total.isPresent() ? total.getAsLong() : null,
                    progress.test().orElse(null),
                    stored.state() == TournamentState.OPEN ? missing(settings, workers, stored.withdrawn()) : List.of(),
                    stored.withdrawn().stream().sorted().toList(),
                    workers.stream().map(Worker::of).toList());
        }

        private static int count(List<StoredGame> games, GameState state) {
            return (int) games.stream().filter(game -> game.state() == state).count();
        }

        /** Returns the players that have not withdrawn and that no worker which is alive can run. */
        private static List<String> missing(
                TournamentSettings settings, List<WorkerStatus> workers, Set<String> withdrawn) {
            return settings.players().stream()
                    .map(PlayerSettings::name)
                    .filter(player -> !withdrawn.contains(player))
                    .filter(player -> workers.stream()
                            .noneMatch(worker -> worker.state() == WorkerStatus.State.ALIVE
                                    && worker.players().contains(player)))
                    .toList();
        }

        private List<String> lines() {
            String total = gameCount == null ? "" : " of " + gameCount;
            List<String> lines = new ArrayList<>();
            lines.add(name + ": " + state.name().toLowerCase(Locale.ROOT) + ", " + endedGameCount + total
                    + " games over, " + runningGameCount + " running, " + waitingGameCount + " waiting");
            Optional.ofNullable(test).ifPresent(lines::add);
            workers.forEach(worker -> lines.add("  " + worker.line()));
            if (!withdrawnPlayers.isEmpty()) {
                lines.add("Withdrawn: " + String.join(", ", withdrawnPlayers) + ".");
            }
            if (!missingPlayers.isEmpty()) {
                lines.add("No worker can run " + String.join(", ", missingPlayers) + ".");
            }
            return lines;
        }
    }

    /** A worker; part of the object that {@code --json} prints. */
    private record Worker(
            String name,
            WorkerStatus.State state,
            int runningGameCount,
            int concurrency,
            int recordedGameCount,
            double secondsSinceRenewal,
            List<String> players) {
        private static Worker of(WorkerStatus status) {
            return new Worker(
                    status.name(),
                    status.state(),
                    status.runningCount(),
                    status.concurrency(),
                    status.endedCount(),
                    status.sinceRenewal().toMillis() / 1000.0,
                    status.players());
        }

        private String line() {
            return String.format(
                    Locale.ROOT,
                    "%s: %s, %d of %d games running, %d recorded, last renewal %.0f s ago; %s",
                    name,
                    state.name().toLowerCase(Locale.ROOT),
                    runningGameCount,
                    concurrency,
                    recordedGameCount,
                    secondsSinceRenewal,
                    String.join(", ", players));
        }
    }
}
