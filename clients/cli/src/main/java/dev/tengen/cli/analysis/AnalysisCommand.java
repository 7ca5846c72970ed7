package dev.tengen.cli.analysis;

import dev.tengen.base.InvalidValueException;
import dev.tengen.cli.option.BaseCommand;
import dev.tengen.cli.output.ExitCode;
import dev.tengen.player.MonteCarlo;
import dev.tengen.server.Version;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tengen analysis}: runs an engine of KataGo's JSON analysis protocol. */
@Command(
        name = "analysis",
        description =
                "Run an analysis engine with KataGo's JSON protocol on standard input and output, for KaTrain and others.",
        sortOptions = false,
        footer = {
            "",
            "Each line of input is a query, a JSON object; each line of output is an answer. A query names a",
            "game and the turns to analyze, as for \"katago analysis\". Each position is searched by the Monte-",
            "Carlo tree search of the player monte-carlo; positions are searched at the same time. The end of",
            "input ends the command when all queries are answered. Example:",
            "  echo '{\"id\":\"a\",\"boardXSize\":9,\"boardYSize\":9,\"rules\":\"chinese\",\"moves\":[]}' | tengen analysis",
            "KaTrain: General & Engine Settings, custom engine, command: /path/to/tengen analysis"
        })
public final class AnalysisCommand extends BaseCommand {
    private static final int MAX_THREAD_COUNT = 1024;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Positions that are searched at the same time, 1 to " + MAX_THREAD_COUNT
                    + ". Default: the number of processors.")
    private int threadCount = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--visits",
            paramLabel = "N",
            description = "Playouts of a position if the query has no maxVisits. Default: "
                    + MonteCarlo.DEFAULT_PLAYOUT_COUNT + ", or --max-visits if that is less.")
    private @Nullable Integer visits;

    @Option(
            names = "--max-visits",
            paramLabel = "N",
            defaultValue = "" + MonteCarlo.MAX_PLAYOUT_COUNT,
            description = "Maximum of maxVisits, 1 to " + MonteCarlo.MAX_PLAYOUT_COUNT
                    + "; a greater one is reduced, with a warning. A playout takes about 50 bytes of memory."
                    + " Default: ${DEFAULT-VALUE}.")
    private int maxVisits = MonteCarlo.MAX_PLAYOUT_COUNT;

    @Option(
            names = "--report-winrates-as",
            paramLabel = "SIDE",
            defaultValue = "BLACK",
            description = "Whose winrates, leads and ownership are reported: ${COMPLETION-CANDIDATES}."
                    + " Default: ${DEFAULT-VALUE}.")
    private Perspective perspective = Perspective.BLACK;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Random seed of each search. Default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(
            names = "--quit-without-waiting",
            description = "At the end of input, terminate all queries instead of finishing them.")
    private boolean isQuitAtOnce;

    @Override
    public Integer call() throws IOException, InterruptedException {
        InvalidValueException.requireWithin("--threads", threadCount, 1, MAX_THREAD_COUNT);
        InvalidValueException.requireWithin("--max-visits", maxVisits, 1, MonteCarlo.MAX_PLAYOUT_COUNT);
        int playouts = visits == null ? Math.min(MonteCarlo.DEFAULT_PLAYOUT_COUNT, maxVisits) : visits;
        InvalidValueException.requireWithin("--visits", playouts, 1, maxVisits);
        AnalysisSettings settings =
                new AnalysisSettings(threadCount, playouts, maxVisits, seed, perspective, Version.current());
        new AnalysisEngine(settings, out())
                .run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)), isQuitAtOnce);
        return ExitCode.OK;
    }
}
