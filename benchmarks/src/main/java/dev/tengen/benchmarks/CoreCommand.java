package dev.tengen.benchmarks;

import java.util.concurrent.Callable;
import org.openjdk.jmh.results.RunResult;
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
        description = "Steps per second of uniform random play by the action mask in the core, on one thread, by JMH.",
        mixinStandardHelpOptions = true)
final class CoreCommand implements Callable<Integer> {
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
        for (RunResult result : new Runner(options()).run()) {
            report.add(
                    "size", result.getParams().getParam("size"),
                    "encoding", result.getParams().getParam("encoding"),
                    "steps_per_s", result.getPrimaryResult().getScore(),
                    "error", result.getPrimaryResult().getScoreError(),
                    "forks", forkCount);
        }
        return report.print();
    }

    private Options options() {
        var options = new OptionsBuilder()
                .include(RandomPlayBenchmark.class.getName())
                .forks(forkCount)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(iterationCount)
                .measurementTime(TimeValue.seconds(1))
                .verbosity(profiler.isEmpty() ? VerboseMode.SILENT : VerboseMode.NORMAL);
        return (profiler.isEmpty() ? options : options.addProfiler(profiler)).build();
    }
}
