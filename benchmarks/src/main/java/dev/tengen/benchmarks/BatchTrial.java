package dev.tengen.benchmarks;

import dev.tengen.benchmarks.BatchClient.BatchRun;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.HdrHistogram.Histogram;

/** Runs a client against a server, and measures the cost of each run in both processes. */
final class BatchTrial {
    private static final double MIN_WARM_UP_SECONDS = 5;
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final String[] PERCENTILE_NAMES = {"p50_us", "p99_us", "p99_9_us"};

    private final BatchClient client;
    private final ServerProcess server;
    private final Samples rates = new Samples();
    private final Samples serverCpu = new Samples();
    private final Samples clientCpu = new Samples();
    private final Histogram latencies = new Histogram(3);
    private long stepCount;
    private long episodeCount;

    BatchTrial(BatchClient client, ServerProcess server) {
        this.client = client;
        this.server = server;
    }

    /** Warms up, runs, and passes to {@code rows} the name and the columns of each run and then of the median. */
    void runAll(int runCount, double seconds, Progress progress, BiConsumer<String, List<Object>> rows)
            throws IOException {
        warmUp(Math.max(seconds, MIN_WARM_UP_SECONDS));
        progress.step();
        for (int run = 1; run <= runCount; run++) {
            rows.accept(Integer.toString(run), run(seconds));
            progress.step();
        }
        rows.accept("median", median());
    }

    /** Warms up: runs until both sides have compiled their hot code. */
    void warmUp(double seconds) throws IOException {
        client.run(seconds);
    }

    /** Runs once. Returns names of columns and values, alternating. */
    List<Object> run(double seconds) throws IOException {
        double serverBefore = cpuSeconds(server.process());
        double clientBefore = cpuSeconds(client.process());
        BatchRun run = client.run(seconds);
        double millions = run.stepCount() / 1e6;
        serverCpu.add((cpuSeconds(server.process()) - serverBefore) / millions);
        clientCpu.add((cpuSeconds(client.process()) - clientBefore) / millions);
        rates.add(run.stepCount() / run.seconds());
        latencies.add(run.latencies());
        stepCount += run.stepCount();
        episodeCount += run.episodeCount();
        int last = rates.count() - 1;
        return columns(
                rates.value(last),
                run.latencies(),
                serverCpu.value(last),
                clientCpu.value(last),
                mean(run.stepCount(), run.episodeCount()));
    }

    /** Returns the columns of the medians: of rates and costs over runs, of latencies over all requests. */
    List<Object> median() {
        return columns(
                rates.median(), latencies, serverCpu.median(), clientCpu.median(), mean(stepCount, episodeCount));
    }

    private static double mean(long steps, long episodes) {
        return (double) steps / Math.max(1, episodes);
    }

    private static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    private static List<Object> columns(
            double rate, Histogram latencies, double serverCpu, double clientCpu, double episodeLength) {
        List<Object> columns = new ArrayList<>(List.of("steps_per_second", rate));
        for (int i = 0; i < PERCENTILES.length; i++) {
            columns.add(PERCENTILE_NAMES[i]);
            columns.add(latencies.getValueAtPercentile(PERCENTILES[i]) / 1e3);
        }
        columns.addAll(List.of("server_cpu_s_per_million", serverCpu, "client_cpu_s_per_million", clientCpu));
        columns.addAll(List.of("steps_per_episode", episodeLength));
        return columns;
    }
}
