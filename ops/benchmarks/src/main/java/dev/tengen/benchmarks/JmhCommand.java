package dev.tengen.benchmarks;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the parts of a step in the core by JMH. */
@Command(
        name = "jmh",
        description = "Nanoseconds of the parts of a step in the core, by JMH.",
        footer = {
            "",
            "Placing a stone, computing the legal points, a playout of monte-carlo, encoding a position in "
                    + "alphazero-17, a whole step of random play, and a step of a lane of a batch with mask, planes "
                    + "and rewards among the number of lanes in the column; reading all ladders of a position, "
                    + "pass-alive stones and influence. One thread. The error is half of the 99.9 %% confidence "
                    + "interval. --gc adds the bytes that each allocates. There are no requirements."
        })
final class JmhCommand extends BenchmarkCommand {
    private static final String LANES = "laneCount";
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    @Option(names = "--size", defaultValue = "9,19", split = ",", description = "Sizes. Default: ${DEFAULT-VALUE}.")
    private List<String> sizes = List.of();

    @Option(names = "--only", description = "Pattern of names. Default: ${DEFAULT-VALUE}.")
    private String only = ".*";

    @Option(names = "--forks", description = "JVMs to measure in. Default: ${DEFAULT-VALUE}.")
    private int forkCount = 3;

    @Option(
            names = "--iterations",
            description = "Measured iterations in each JVM, of one second. Default: ${DEFAULT-VALUE}.")
    private int iterationCount = 5;

    @Option(names = "--gc", description = "Report the bytes allocated, too.")
    private boolean isAllocationMeasured;

    @Option(names = "--profile", description = "Profiler of JMH, as in stack. Default: none.")
    private String profiler = "";

    @Override
    void measure() throws RunnerException {
        for (RunResult run : new Runner(options()).run()) {
            Result<?> time = run.getPrimaryResult();
            Row row = row().add("size", run.getParams().getParam("size"))
                    .add("part", time.getLabel())
                    .add("lanes", lanes(run.getParams()))
                    .add("ns", time.getScore())
                    .add("error", time.getScoreError())
                    .add("per_second", 1e9 / time.getScore());
            if (isAllocationMeasured) {
                row.add("bytes", allocated(run));
            }
        }
    }

    private static String lanes(BenchmarkParams params) {
        return params.getParamsKeys().contains(LANES) ? params.getParam(LANES) : "";
    }

    /** Returns the bytes that a call allocates. */
    private static double allocated(RunResult run) {
        // Some versions of JMH put a dot before the names of these results.
        for (String name : run.getSecondaryResults().keySet()) {
            if (name.endsWith(ALLOCATED)) {
                return run.getSecondaryResults().get(name).getScore();
            }
        }
        return Double.NaN;
    }

    private Options options() {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("Benchmark\\.(" + only + ")$")
                .param("size", sizes.toArray(String[]::new))
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(forkCount)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(iterationCount)
                .measurementTime(TimeValue.seconds(1))
                .verbosity(profiler.isEmpty() ? VerboseMode.SILENT : VerboseMode.NORMAL);
        if (isAllocationMeasured) {
            options.addProfiler("gc");
        }
        return (profiler.isEmpty() ? options : options.addProfiler(profiler)).build();
    }
}
