package dev.tengen.cli.arena;

import dev.tengen.arena.settings.PlayerSettings;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.StoredTournament;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.SecurityOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.ServerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen arena worker}: plays games of a stored tournament, next to other workers. */
@Command(
        name = "worker",
        description = "Play games of a stored tournament, next to any number of other workers.",
        sortOptions = false,
        footer = {
            "",
            "An example with two workers, on one machine or on two:",
            "",
            "  tengen arena create cup.yaml --store postgres://user:password@host/arena",
            "  tengen arena worker --store postgres://user:password@host/arena --concurrency 8",
            "  tengen arena worker --store postgres://user:password@host/arena --engine gnugo='gnugo --mode gtp'",
            "  tengen arena status postgres://user:password@host/arena",
            "",
            "A worker claims a game, plays it and records it; no two workers record the same game. It renews a",
            "lease while it lives. If it dies or hangs, the lease expires, and its games go to others. A worker",
            "that was paused for longer than its lease records nothing of what it played, and continues with",
            "other games. Only the clock of the database counts.",
            "",
            "A worker plays the games whose two players it can run: built-in players, engines that --engine",
            "gives it, and agents that join at its --port. It never runs a command from the store. It ends when",
            "the tournament is over; an SPRT is over at its verdict. Ctrl-C and SIGTERM give its games back.",
            "",
            "Exit codes: 0 the tournament is over; 1 it was cancelled; 2 an option is invalid; 3 the store",
            "failed, or another process took the name of the worker; 130 stopped by Ctrl-C, 143 by SIGTERM."
        })
final class ArenaWorkerCommand extends BaseCommand {
    @Option(
            names = "--store",
            paramLabel = "STORE",
            required = true,
            description = "The URL of a PostgreSQL database, or an SQLite file for the processes of one machine.")
    private String store = "";

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The tournament. Optional if the store has only one.")
    private @Nullable String tournament;

    @Option(
            names = "--name",
            paramLabel = "WORKER",
            description =
                    "Name of this worker, unique in the tournament. A worker that starts under the name of a dead one"
                            + " takes over its games at once. Default: the name of the machine and a random number.")
    private @Nullable String name;

    @Option(
            names = "--concurrency",
            paramLabel = "COUNT",
            description = "Games that this worker plays at once, 1 to 1024. Default: that of the tournament.")
    private @Nullable Integer concurrency;

    @Option(
            names = "--engine",
            paramLabel = "NAME=COMMAND",
            description =
                    "The command of an engine that the tournament names as gtp:NAME; may be repeated. Other engines"
                            + " are left to other workers.")
    private Map<String, String> engines = new LinkedHashMap<>();

    @Option(
            names = "--lease-seconds",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description =
                    "Time after which the games of a dead worker go to others, 2 to 3600. Default: ${DEFAULT-VALUE}.")
    private int leaseSeconds;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address where agents join, with --port; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description =
                    "TCP port where agents join; 0 for any free one. Default: none, agents are left to other workers.")
    private @Nullable Integer port;

    @Mixin
    private SecurityOptions security = new SecurityOptions();

    @Option(names = "--json", description = "Print what this worker has done as one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() throws Exception {
        try (ShutdownHook signal = ShutdownHook.listen();
                ArenaStore open = StoreParameter.open(store)) {
            StoredTournament stored = open.tournaments()
                    .get(tournament == null ? StoredTournamentParameters.onlyName(open) : tournament)
                    .tournament();
            TournamentFile file = withOwnEngines(TournamentFile.fromStore(stored));
            RunProgress progress = RunProgress.of(file.settings(), open);
            TournamentState state;
            WorkerConfig worker;
            try (SecurityOptions.Secured secured = security.apply(ServerConfig.DEFAULT)) {
                worker = config(file.settings(), secured.config());
                requirePlayable(worker, file.settings());
                file.adjudicatorEngine().ifPresent(this::requireOwnCommand);
                state = play(file, open, worker, progress, signal);
            }
            print(new Summary(
                    file.settings().name(),
                    worker.name(),
                    state,
                    progress.ownCount(),
                    progress.lostLeaseCount(),
                    progress.endedCount()));
            return state == TournamentState.ENDED ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    @SuppressWarnings("try") // The display updates itself while it is open.
    private TournamentState play(
            TournamentFile file, ArenaStore open, WorkerConfig worker, RunProgress progress, ShutdownHook signal)
            throws IOException, InterruptedException {
        try (StoredTournamentRun run = StoredTournamentRun.open(file, open, worker);
                RunDisplay display = new LineDisplay(progress, err())) {
            signal.stopBy(run::stop);
            List<String> players = worker.settings(file.settings()).players();
            printMessage(progress.name() + ": worker " + worker.name() + " plays " + worker.concurrency()
                    + " games at once between " + String.join(", ", players));
            run.reportMissingAgents(this::printMessage);
            return run.play(progress);
        }
    }

    /** Returns {@code file} with the commands of this worker, which keep the limits that the tournament sets. */
    private TournamentFile withOwnEngines(TournamentFile file) {
        List<String> known = file.engines().stream().map(EngineSpec::name).toList();
        for (String engine : engines.keySet()) {
            if (!known.contains(engine)) {
                throw InvalidValueException.not(
                        "--engine", '"' + engine + '"', "an engine of the tournament, which has " + known);
            }
        }
        List<EngineSpec> own = file.engines().stream()
                .map(engine -> Optional.ofNullable(engines.get(engine.name()))
                        .map(command -> withCommand(engine, command))
                        .orElse(engine))
                .toList();
        return new TournamentFile(file.settings(), own);
    }

    private EngineSpec withCommand(EngineSpec engine, String command) {
        EngineSpec own =
                engine.withCommand(EngineSpec.of(engine.name(), command).command());
        own.requireProgram();
        if (!own.command().equals(engine.command())) {
            printMessage("Note: engine " + engine.name() + " runs as " + own.command()
                    + ", the file of the tournament has " + engine.command() + ".");
        }
        return own;
    }

    private WorkerConfig config(TournamentSettings settings, ServerConfig server) {
        return new WorkerConfig(
                name == null ? WorkerConfig.uniqueName() : name,
                Duration.ofSeconds(leaseSeconds),
                Objects.requireNonNullElse(concurrency, settings.concurrency()),
                this::isOffered,
                Optional.ofNullable(port).map(number -> server.listeningAt(host, number)));
    }

    private boolean isOffered(PlayerSettings player) {
        return player.isAgent()
                ? port != null
                : player.engine().map(engines::containsKey).orElse(true);
    }

    private static void requirePlayable(WorkerConfig worker, TournamentSettings settings) {
        List<String> players = worker.settings(settings).players();
        if (players.size() < 2) {
            throw InvalidValueException.because(
                    "this worker can run only " + players
                            + " of the players, so it can play no game; give it engines with"
                            + " --engine NAME=COMMAND, or agents with --port",
                    "--engine",
                    players,
                    "at least two players of the tournament");
        }
    }

    /** The command of an engine in the store is somebody else's, and never runs. */
    private void requireOwnCommand(EngineSpec adjudicator) {
        String name = adjudicator.name();
        if (!engines.containsKey(name)) {
            throw InvalidValueException.because(
                    "the engine " + name + " scores games of this tournament; give it with --engine " + name
                            + "=COMMAND",
                    "--engine",
                    engines.keySet(),
                    "with the engine that scores games");
        }
    }

    private void print(Summary summary) {
        if (isJson) {
            printJson(summary);
        } else {
            out().println(summary.text());
        }
    }

    /** What a worker has done; the object that {@code --json} prints. */
    private record Summary(
            String tournament,
            String worker,
            TournamentState state,
            int recordedGameCount,
            int lostLeaseCount,
            int endedGameCount) {
        private String text() {
            String what = switch (state) {
                case OPEN -> "stopped, its games go to other workers";
                case ENDED -> "the tournament is over";
                case CANCELLED -> "the tournament was cancelled";
            };
            String lost = lostLeaseCount == 0 ? "" : ", lost its lease " + lostLeaseCount + " times";
            return tournament + ": " + what + "; worker " + worker + " recorded " + recordedGameCount + " of "
                    + endedGameCount + " games" + lost;
        }
    }
}
