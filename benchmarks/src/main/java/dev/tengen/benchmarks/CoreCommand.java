package dev.tengen.benchmarks;

import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures random play in the core by JMH. */
@Command(
        name = "core",
        description = "Steps per second of random play in the core.",
        footer = {
            "",
            "One thread, by JMH: uniform random play with the full action mask at each step, and with "
                    + "observations besides. The error is half of the 99.9 %% interval of confidence. Nothing is "
                    + "required."
        })
final class CoreCommand implements Callable<Integer> {
    private static final List<String> SIZES = List.of("9", "19");
    private static final List<String> ENCODINGS = List.of("none", "alphazero-17");

    @Mixin
    private final Report report = new Report();

    @Option(names = "--forks", defaultValue = "3", description = "JVMs to measure in. Default: ${DEFAULT-VALUE}.")
    private int forkCount;

    @Option(
            names = "--iterations",
            defaultValue = "5",
            description = "Measured iterations in each JVM, of one second. Default: ${DEFAULT-VALUE}.")
    private int iterationCount;

    @Option(names = "--profile", description = "Profiler of JMH, as in gc or stack. Default: none.")
    private String profiler = "";

    @Override
    public Integer call() throws RunnerException {
        try (Progress progress = Progress.of("benchmarks", (long) SIZES.size() * ENCODINGS.size())) {
            for (String encoding : ENCODINGS) {
                for (String size : SIZES) {
                    Result<?> steps =
                            new Runner(options(size, encoding)).runSingle().getPrimaryResult();
                    report.add(
                            "size", size,
                            "encoding", encoding,
                            "steps_per_s", steps.getScore(),
                            "error", steps.getScoreError(),
                            "forks", forkCount);
                    progress.step();
                }
            }
        }
        return report.print();
    }

    private Options options(String size, String encoding) {
        var options = new OptionsBuilder()
                .include(RandomPlayBenchmark.class.getName())
                .param("size", size)
                .param("encoding", encoding)
                .forks(forkCount)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(iterationCount)
                .measurementTime(TimeValue.seconds(1))
                .verbosity(profiler.isEmpty() ? VerboseMode.SILENT : VerboseMode.NORMAL);
        return (profiler.isEmpty() ? options : options.addProfiler(profiler)).build();
    }
}
