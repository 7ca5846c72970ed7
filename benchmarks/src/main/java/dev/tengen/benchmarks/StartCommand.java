package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench start}: the time until a server is ready. */
@Command(
        name = "start",
        description = "Time until a server is ready.",
        footer = {
            "",
            "From the start of the server's process to the line that reports it ready. Required: a median of "
                    + "at most 1.5 seconds."
        })
final class StartCommand implements Callable<Integer> {
    private static final double REQUIRED_SECONDS = 1.5;

    @Mixin
    private final Report report = new Report();

    @Option(names = "--runs", defaultValue = "10", description = "Number of starts. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    @Override
    public Integer call() throws IOException {
        Samples seconds = new Samples();
        try (Progress progress = Progress.of("starts", runCount)) {
            for (int run = 0; run < runCount; run++) {
                long start = System.nanoTime();
                ServerProcess server = ServerProcess.start(List.of(), 1);
                seconds.add((System.nanoTime() - start) / 1e9);
                server.close();
                progress.step();
            }
        }
        report.add(
                "runs", runCount,
                "median_s", seconds.median(),
                "least_s", seconds.quantile(0),
                "most_s", seconds.quantile(1),
                "required_s", REQUIRED_SECONDS,
                "holds", report.verdict(seconds.median() <= REQUIRED_SECONDS));
        return report.print();
    }
}
