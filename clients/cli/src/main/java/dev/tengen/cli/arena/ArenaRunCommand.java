package dev.tengen.cli.arena;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tengen.arena.rating.SprtState;
import dev.tengen.arena.report.ReportFile;
import dev.tengen.arena.report.TournamentRecord;
import dev.tengen.arena.settings.TournamentFile;
import dev.tengen.arena.settings.TournamentSettings;
import dev.tengen.arena.store.ArenaStore;
import dev.tengen.arena.store.TournamentState;
import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.option.SecurityOptions;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.cli.output.Progress;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.server.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tengen arena run}: starts or resumes the tournament of a file. */
@Command(
        name = "run",
        description = "Start the tournament of a YAML file, or resume it where it stopped.",
        sortOptions = false,
        footer = {
            "",
            "An example file with all required and some optional settings:",
            "",
            "  players:",
            "    - greedy                                            # a built-in player: tengen info lists them",
            "    - {name: mc, player: monte-carlo:playouts=100}",
            "    - {name: gnu, player: gtp:gnugo, rating: 1500}      # an anchor: an engine with a known rating",
            "    - {name: mine, player: agent}                       # a program that joins over gRPC",
            "  format: {round_robin: {pairs: 20}}                    # 20 pairs of games per pairing",
            "  #       or {gauntlet: {challenger: mine, pairs: 20}}, {swiss: {meetings: 3}},",
            "  #       {sprt: {elo0: 0, elo1: 50}}",
            "  size: 9                                               # or 9x7, width x height",
            "  rules: {preset: chinese, komi: 6.5}                   # or a preset; default tromp-taylor",
            "  openings: {random: 2}                                 # or {book: FILE}, {sgf: [\"*.sgf\"]}; empty",
            "  clock: 5m+3s                                          # 5s/move, 10m, 10m+5x30s; none",
            "  concurrency: 2                                        # games played at once",
            "  seed: 1",
            "  engines:",
            "    gnugo: gnugo --mode gtp --level 1",
            "",
            "Every opening is played twice, with colors swapped. To resume after Ctrl-C, repeat the command:",
            "games that are over are kept. The folder contains arena.db, report.html, games.zip, games.pgn,",
            "tournament.json, games.csv and standings.csv.",
            "",
            "With --store, other processes can play the same tournament at once: see tengen arena worker --help.",
            "",
            "Exit codes: 0 the tournament is over; 1 it was cancelled, or an SPRT did not accept elo1;",
            "2 the file is invalid or has changed, or there is no program for an engine; 3 the store failed;",
            "130 stopped by Ctrl-C, 143 by SIGTERM."
        })
final class ArenaRunCommand extends BaseCommand {
    private static final String FILE_ENDING = "\\.ya?ml$";

    @Parameters(paramLabel = "FILE.yaml", description = "The settings of the tournament.")
    private Path file = Path.of("");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for results. Default: the file name with -results instead of .yaml, in this folder.")
    private @Nullable Path out;

    @Option(
            names = "--store",
            paramLabel = "STORE",
            description = "The store: an SQLite file, or the URL of a PostgreSQL database. Default: arena.db in the"
                    + " folder for results.")
    private @Nullable String store;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address where agents join, if there are any; 0.0.0.0 for all. Default: ${DEFAULT-VALUE}.")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "" + ServerConfig.DEFAULT_PORT,
            description = "TCP port where agents join; 0 for any free one. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Mixin
    private SecurityOptions security = new SecurityOptions();

    @Option(names = "--json", description = "Print the result as one JSON object.")
    private boolean isJson;

    @Override
    public Integer call() throws Exception {
        TournamentFile tournament = read(file);
        tournament.usedEngines().forEach(EngineSpec::requireProgram);
        try (ShutdownHook signal = ShutdownHook.listen();
                ResultFolder folder = ResultFolder.open(out == null ? defaultFolder() : out);
                ArenaStore open = ArenaStore.open(store == null ? folder.store().toString() : store)) {
            StoredTournamentRun.create(tournament, open, store == null);
            TournamentState state = play(tournament, open, folder, signal);
            if (state == TournamentState.OPEN) {
                printMessage("Stopped. To resume: tengen arena run " + file + (out == null ? "" : " --out " + out)
                        + (store == null ? "" : " --store STORE"));
                return ExitCode.FAILED; // A signal stopped the process, so it writes no files.
            }
            TournamentRecord record =
                    TournamentRecord.of(open, tournament.settings().name());
            ReportFile.writeAll(record, folder.path());
            print(new RunSummary(record), folder);
            return exitCode(record);
        }
    }

    /** Reads the tournament of {@code file}. */
    static TournamentFile read(Path file) throws IOException {
        try {
            return TournamentFile.read(file);
        } catch (NoSuchFileException e) {
            throw InvalidValueException.because("there is no file " + e.getFile(), "FILE", file, "a YAML file");
        }
    }

    private Path defaultFolder() {
        String name = String.valueOf(file.getFileName()).replaceFirst(FILE_ENDING, "");
        return Path.of(name + "-results");
    }

    private void announce(TournamentSettings settings, RunProgress progress, ResultFolder folder) {
        OptionalLong pairCount = settings.format().pairCount(settings.players().size());
        String games = pairCount.isPresent() ? ", " + 2 * pairCount.getAsLong() + " games" : "";
        String before = progress.endedBefore() > 0 ? "; resuming after " + progress.endedBefore() + " games" : "";
        printMessage(settings.name() + ": " + settings.players().size() + " players" + games + " on " + settings.grid()
                + "; results in " + folder.path() + before);
    }

    @SuppressWarnings("try") // The display updates itself while it is open.
    private TournamentState play(TournamentFile tournament, ArenaStore open, ResultFolder folder, ShutdownHook signal)
            throws IOException, InterruptedException {
        RunProgress progress = RunProgress.of(tournament.settings(), open);
        try (SecurityOptions.Secured secured = security.apply(ServerConfig.DEFAULT.listeningAt(host, port));
                StoredTournamentRun run = StoredTournamentRun.open(
                        tournament,
                        open,
                        WorkerConfig.ofFolder(tournament.settings(), folder.path(), secured.config()));
                RunDisplay display = display(progress)) {
            signal.stopBy(run::stop);
            announce(tournament.settings(), progress, folder);
            run.reportMissingAgents(this::printMessage);
            return run.play(progress);
        }
    }

    private RunDisplay display(RunProgress progress) {
        return Progress.isTerminal() ? new TerminalDisplay(progress, System.err) : new LineDisplay(progress, err());
    }

    private void print(RunSummary summary, ResultFolder folder) {
        PrintWriter output = out();
        if (isJson) {
            ObjectNode json = summary.json();
            json.put("folder", folder.path().toString());
            printJson(json);
        } else {
            summary.lines().forEach(output::println);
            output.println("Report: " + folder.path().resolve("report.html"));
        }
    }

    private static int exitCode(TournamentRecord record) {
        boolean isFound = new RunSummary(record)
                .test()
                .map(test -> test.verdict() == SprtState.Verdict.ELO1)
                .orElse(true);
        return record.state() == TournamentState.ENDED && isFound ? ExitCode.OK : ExitCode.FAILED;
    }
}
