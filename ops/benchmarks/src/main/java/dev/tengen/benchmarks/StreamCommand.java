package dev.tengen.benchmarks;

import dev.tengen.benchmarks.ServerProcess.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Option;

/** Measures clients that keep requests in flight on one stream each, against one server in its own process. */
abstract class StreamCommand extends BenchmarkCommand {
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final String[] PERCENTILE_NAMES = {"p50_us", "p99_us", "p99_9_us"};

    @Option(names = "--size", description = "Width and height. Default: ${DEFAULT-VALUE}.")
    int size = 9;

    @Option(names = "--encoding", description = "Encoding of the observations. Default: ${DEFAULT-VALUE}.")
    String encoding = "alphazero-17";

    @Option(names = "--client", description = "java or python. Default: ${DEFAULT-VALUE}.")
    StreamClient.Kind kind = StreamClient.Kind.JAVA;

    @Option(names = "--transport", description = "tcp or uds. Default: ${DEFAULT-VALUE}.")
    private Transport transport = Transport.TCP;

    @Option(names = "--seconds", description = "Seconds of a run. Default: ${DEFAULT-VALUE}.")
    private double seconds;

    @Option(names = "--runs", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runCount;

    private final double warmUpSeconds;

    /** Creates a command with the defaults of options, and a minimum duration of the warm-up. */
    StreamCommand(double seconds, int runCount, double warmUpSeconds) {
        this.seconds = seconds;
        this.runCount = runCount;
        this.warmUpSeconds = warmUpSeconds;
    }

    @Override
    final void measure() throws IOException {
        // No session is opened, but a server has room for at least one.
        try (ServerProcess server = ServerProcess.start(1, transport);
                Progress progress = Progress.of("runs", (long) trialCount() * (runCount + 1))) {
            runTrials(server, progress);
        }
    }

    private void runTrials(ServerProcess server, Progress progress) throws IOException {
        List<Trial> trials = new ArrayList<>();
        try {
            while (trials.size() < trialCount()) {
                trials.add(open(server, trials.size()));
                progress.step();
            }
            for (int run = 1; run <= runCount; run++) {
                for (int i = 0; i < trials.size(); i++) {
                    Trial trial = trials.get(i);
                    addRow(i, Integer.toString(run), trial.run(seconds), trial, Samples::last);
                    progress.step();
                }
            }
            for (int i = 0; i < trials.size(); i++) {
                addRow(i, "median", trials.get(i).allRuns, trials.get(i), Samples::median);
            }
        } finally {
            trials.forEach(trial -> trial.client.close());
        }
    }

    /** Returns the number of clients to measure. They run in turns. */
    int trialCount() {
        return 1;
    }

    /** Opens the client with the given index. */
    abstract StreamClient openClient(ServerProcess server, int index) throws IOException;

    /** Opens a client and runs it until both processes have compiled their hot code. This run does not count. */
    Trial open(ServerProcess server, int index) throws IOException {
        Trial trial = new Trial(openClient(server, index), server);
        trial.client.run(Math.max(seconds, warmUpSeconds));
        return trial;
    }

    /** Adds the columns that specify what the client with the given index does. */
    abstract void addColumns(Row row, int index);

    /** Adds the last columns. */
    void addLastColumns(Row row, int index) {}

    private void addRow(
            int index, String name, StreamClient.Run run, Trial trial, ToDoubleFunction<Samples> statistic) {
        Row row = row().add("client", kind.toString()).add("transport", transport.toString());
        addColumns(row.add("size", size), index);
        row.add("run", name).add("steps_per_second", statistic.applyAsDouble(trial.rates));
        for (int i = 0; i < PERCENTILES.length; i++) {
            row.add(PERCENTILE_NAMES[i], run.latencies().getValueAtPercentile(PERCENTILES[i]) / 1e3);
        }
        row.add("server_cpu_s_per_million", statistic.applyAsDouble(trial.serverCpu))
                .add("client_cpu_s_per_million", statistic.applyAsDouble(trial.clientCpu))
                .add("steps_per_episode", (double) run.stepCount() / Math.max(1, run.episodeCount()));
        addLastColumns(row, index);
    }

    /** The runs of one client. */
    static final class Trial {
        private final StreamClient client;
        private final ServerProcess server;
        private final Samples rates = new Samples();
        private final Samples serverCpu = new Samples();
        private final Samples clientCpu = new Samples();
        private StreamClient.Run allRuns = new StreamClient.Run(0, 0, 0, new Histogram(3));

        private Trial(StreamClient client, ServerProcess server) {
            this.client = client;
            this.server = server;
        }

        private StreamClient.Run run(double seconds) throws IOException {
            double serverBefore = cpuSeconds(server.process());
            double clientBefore = cpuSeconds(client.process());
            StreamClient.Run run = client.run(seconds);
            double millions = run.stepCount() / 1e6;
            serverCpu.add((cpuSeconds(server.process()) - serverBefore) / millions);
            clientCpu.add((cpuSeconds(client.process()) - clientBefore) / millions);
            rates.add(run.stepCount() / run.seconds());
            allRuns = allRuns.plus(run);
            return run;
        }

        private static double cpuSeconds(ProcessHandle process) {
            return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
        }
    }
}
