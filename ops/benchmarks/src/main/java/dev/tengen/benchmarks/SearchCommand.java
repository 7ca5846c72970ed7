package dev.tengen.benchmarks;

import dev.tengen.board.Grid;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import dev.tengen.search.RootExploration;
import dev.tengen.search.SearchSettings;
import dev.tengen.search.SelfPlay;
import dev.tengen.search.SelfPlaySettings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures self-play with search in the core, with a network that answers at once. */
@Command(
        name = "search",
        description = "Simulations per second of self-play in the core, without a network.",
        footer = {
            "",
            "Positions are written as planes of alphazero-17 and answered at once by hashed priors and values, so the "
                    + "rates are those of everything but a network, the answers included. Each thread has its own range of "
                    + "games. A rate of a core is per second of processor time."
        })
final class SearchCommand extends BenchmarkCommand {
    @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(names = "--games", description = "Games. Default: ${DEFAULT-VALUE}.")
    private int gameCount = 1024;

    @Option(names = "--simulations", description = "Simulations of a move. Default: ${DEFAULT-VALUE}.")
    private int simulationCount = 32;

    @Option(names = "--leaves", description = "Leaves of a tree in a round. Default: ${DEFAULT-VALUE}.")
    private int leafCount = 1;

    @Option(names = "--gumbel", description = "Gumbel search instead of PUCT.")
    private boolean isGumbel;

    @Option(names = "--turned", description = "Draw a symmetry for each position.")
    private boolean isTurned;

    @Option(names = "--noise", description = "Add Dirichlet noise at the roots.")
    private boolean isNoisy;

    @Option(names = "--threads", description = "Threads. Default: ${DEFAULT-VALUE}.")
    private int threadCount = 1;

    @Option(names = "--warm-up", description = "Seconds before the first run. Default: ${DEFAULT-VALUE}.")
    private double warmUpSeconds = 10;

    @Option(names = "--seconds", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds = 3;

    @Option(names = "--runs", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount = 5;

    /** What a thread did in a run. */
    private record Part(long simulations, double cpuSeconds) {}

    @Override
    void measure() throws Exception {
        SelfPlay selfPlay = new SelfPlay(spec(), settings(), gameCount, 1);
        List<SelfPlayRun> ranges = new ArrayList<>();
        for (int thread = 0; thread < threadCount; thread++) {
            ranges.add(new SelfPlayRun(
                    selfPlay, gameCount * thread / threadCount, gameCount * (thread + 1) / threadCount));
        }
        Samples rates = new Samples();
        Samples cpuRates = new Samples();
        ExecutorService executor = Executors.newFixedThreadPool(threadCount);
        try (Progress progress = Progress.of("runs", runCount)) {
            stagger(selfPlay);
            runAll(ranges, executor, warmUpSeconds);
            for (int run = 0; run < runCount; run++) {
                List<Part> parts = runAll(ranges, executor, seconds);
                double simulations = parts.stream().mapToLong(Part::simulations).sum();
                rates.add(simulations / seconds);
                cpuRates.add(simulations
                        / parts.stream().mapToDouble(Part::cpuSeconds).sum());
                addRow(Integer.toString(run + 1), rates.last(), cpuRates.last());
                progress.step();
            }
        } finally {
            executor.shutdown();
        }
        addRow("median", rates.median(), cpuRates.median());
    }

    private EnvironmentSpec spec() {
        return EnvironmentSpec.builder(Setup.empty(Grid.square(size)), Rules.TROMP_TAYLOR)
                .encodings(List.of("alphazero-17"))
                .maxMoves(2 * size * size)
                .scoredOnTruncation(true)
                .build();
    }

    private SelfPlaySettings settings() {
        SearchSettings search = isGumbel ? SearchSettings.GUMBEL : SearchSettings.PUCT;
        if (!isNoisy) {
            search = search.withExploration(RootExploration.NONE);
        }
        return SelfPlaySettings.of(search.withLeavesPerRound(leafCount).withSymmetryDrawn(isTurned), simulationCount);
    }

    /** Gives each game another number of moves, so that a run does not measure one stage of all games. */
    private void stagger(SelfPlay selfPlay) {
        int moveCount = 2 * size * size;
        for (int slot = 0; slot < gameCount; slot++) {
            SelfPlayRun one = new SelfPlayRun(selfPlay, slot, slot + 1);
            for (int left = (int) ((long) slot * 7919 % moveCount) * simulationCount / leafCount / 4;
                    left > 0;
                    left--) {
                one.playRound();
            }
        }
    }

    private static List<Part> runAll(List<SelfPlayRun> ranges, ExecutorService executor, double seconds)
            throws Exception {
        List<Callable<Part>> tasks = new ArrayList<>();
        ranges.forEach(range -> tasks.add(() -> run(range, seconds)));
        List<Part> parts = new ArrayList<>();
        for (Future<Part> part : executor.invokeAll(tasks)) {
            parts.add(part.get());
        }
        return parts;
    }

    private static Part run(SelfPlayRun range, double seconds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long cpuBefore = threads.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        long simulations = 0;
        while (System.nanoTime() - start < seconds * 1e9) {
            simulations += range.playRound();
        }
        return new Part(simulations, (threads.getCurrentThreadCpuTime() - cpuBefore) / 1e9);
    }

    private void addRow(String run, double rate, double cpuRate) {
        row().add("size", size)
                .add("games", gameCount)
                .add("simulations", simulationCount)
                .add("leaves", leafCount)
                .add("method", isGumbel ? "gumbel" : "puct")
                .add("threads", threadCount)
                .add("run", run)
                .add("per_second", rate)
                .add("per_core_second", cpuRate);
    }
}
