package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the startup time of a server. */
@Command(
        name = "start",
        description = "Time until a server is ready.",
        footer = {
            "",
            "From the start of the server's process to the line that reports readiness. Required: a median of "
                    + "at most 1.5 seconds."
        })
final class StartCommand extends BenchmarkCommand {
    private static final double REQUIRED_SECONDS = 1.5;

    @Option(names = "--runs", description = "Starts to measure. Default: ${DEFAULT-VALUE}.")
    private int runCount = 10;

    @Override
    void measure() throws IOException {
        Samples seconds = new Samples();
        try (Progress progress = Progress.of("starts", runCount)) {
            for (int run = 0; run < runCount; run++) {
                long start = System.nanoTime();
                ServerProcess server = ServerProcess.start(1, List.of());
                seconds.add((System.nanoTime() - start) / 1e9);
                server.close();
                progress.step();
            }
        }
        row().add("runs", runCount)
                .add("median_s", seconds.median())
                .add("least_s", seconds.min())
                .add("most_s", seconds.max())
                .add("required_s", REQUIRED_SECONDS)
                .add("holds", verdict(seconds.median() <= REQUIRED_SECONDS));
    }
}
