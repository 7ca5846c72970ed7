package dev.tengen.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench jmh}: nanoseconds of the parts of a step in the core. */
@Command(
        name = "jmh",
        description = "Nanoseconds of the parts of a step in the core, by JMH.",
        footer = {
            "",
            "Measures: placing a stone, finding the legal points, a playout of monte-carlo, encoding a position in "
                    + "alphazero-17, a complete step of random play, a step of a batch lane with mask, planes and rewards "
                    + "(the column has the number of lanes), all ladders of a position, pass-alive stones, and influence. "
                    + "One thread. The error is half of the 99.9 %% confidence interval. With --gc also the allocated "
                    + "bytes. Nothing is required."
        })
final class JmhCommand implements Callable<Integer> {
    private static final String LANES = "laneCount";
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    @Mixin
    private final Report report = new Report();

    @Option(names = "--size", defaultValue = "9,19", split = ",", description = "Sizes. Default: ${DEFAULT-VALUE}.")
    private List<String> sizes = List.of();

    @Option(
            names = "--only",
            defaultValue = ".*",
            description = "Regular expression of benchmark names. Default: ${DEFAULT-VALUE}.")
    private String only = ".*";

    @Option(names = "--forks", defaultValue = "3", description = "JVMs to measure in. Default: ${DEFAULT-VALUE}.")
    private int forkCount;

    @Option(
            names = "--iterations",
            defaultValue = "5",
            description = "Measured iterations in each JVM, of one second. Default: ${DEFAULT-VALUE}.")
    private int iterationCount;

    @Option(names = "--gc", description = "Print allocated bytes, too.")
    private boolean isAllocationAsked;

    @Option(names = "--profile", description = "Profiler of JMH, as in stack. Default: none.")
    private String profiler = "";

    @Override
    public Integer call() throws RunnerException {
        for (RunResult run : new Runner(options()).run()) {
            Result<?> time = run.getPrimaryResult();
            List<Object> row = new ArrayList<>(List.of(
                    "size", run.getParams().getParam("size"),
                    "part", time.getLabel(),
                    "lanes", lanes(run.getParams()),
                    "ns", time.getScore(),
                    "error", time.getScoreError(),
                    "per_second", 1e9 / time.getScore()));
            if (isAllocationAsked) {
                row.add("bytes");
                row.add(allocated(run));
            }
            report.add(row.toArray());
        }
        return report.print();
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
        if (isAllocationAsked) {
            options.addProfiler("gc");
        }
        return (profiler.isEmpty() ? options : options.addProfiler(profiler)).build();
    }
}
