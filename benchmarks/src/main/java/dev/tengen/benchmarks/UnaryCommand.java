package dev.tengen.benchmarks;

import dev.tengen.benchmarks.ServerProcess.Transport;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench unary}: the latency of Step and of an empty call. */
@Command(
        name = "unary",
        description = "Latency of Step compared with that of an empty call.",
        footer = {
            "",
            "One caller. The empty call is the health check of the same server, which passes through the same "
                    + "interceptors. The kinds of calls alternate round by round. Work of the client between calls is "
                    + "not timed. Required: a median of Step of at most 1.3 times that of the empty call."
        })
final class UnaryCommand implements Callable<Integer> {
    private static final double REQUIRED_RATIO = 1.3;
    private static final int PRECISION = 3;
    private static final String EMPTY = "empty call";
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final String[] PERCENTILE_NAMES = {"median_us", "p90_us", "p99_us", "p99_9_us", "most_us"};

    @Mixin
    private final Report report = new Report();

    @Option(names = "--size", defaultValue = "9,19", split = ",", description = "Sizes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--encoding",
            defaultValue = "alphazero-17",
            description = "Encoding of observations, compared with steps without. Default: ${DEFAULT-VALUE}.")
    private String encoding = "";

    @Option(names = "--transport", defaultValue = "tcp", description = "tcp or uds. Default: ${DEFAULT-VALUE}.")
    private Transport transport = Transport.TCP;

    @Option(
            names = "--rounds",
            defaultValue = "100",
            description = "Number of measured rounds. Default: ${DEFAULT-VALUE}.")
    private int roundCount;

    @Option(
            names = "--calls",
            defaultValue = "200",
            description = "Calls of each kind per round. Default: ${DEFAULT-VALUE}.")
    private int callCount;

    @Option(
            names = "--warm-up-rounds",
            defaultValue = "50",
            description = "Number of warm-up rounds. Default: ${DEFAULT-VALUE}.")
    private int warmUpRoundCount;

    @Override
    public Integer call() throws Exception {
        try (ServerProcess server = ServerProcess.start(List.of(), 10, transport);
                Progress progress = Progress.of("rounds", warmUpRoundCount + roundCount)) {
            ManagedChannel channel = server.channel();
            List<Kind> kinds = kinds(channel);
            for (int round = 0; round < warmUpRoundCount + roundCount; round++) {
                boolean isMeasured = round >= warmUpRoundCount;
                for (int turn = 0; turn < kinds.size(); turn++) {
                    // The order changes from round to round, so that no kind has an advantage.
                    kinds.get((round + turn) % kinds.size()).run(callCount, isMeasured);
                }
                progress.step();
            }
            channel.shutdownNow();
            addRows(kinds);
        }
        return report.print();
    }

    private List<Kind> kinds(ManagedChannel channel) {
        HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(channel);
        HealthCheckRequest check = HealthCheckRequest.getDefaultInstance();
        List<Kind> kinds = new ArrayList<>();
        kinds.add(new Kind(EMPTY, count -> timed(count, () -> health.check(check))));
        for (int size : sizes) {
            for (List<String> encodings : List.of(List.<String>of(), List.of(encoding))) {
                RandomSession session =
                        new RandomSession(EnvironmentServiceGrpc.newBlockingStub(channel), size, encodings, size);
                String name = "Step " + size + "x" + size + (encodings.isEmpty() ? "" : " " + encodings.get(0));
                kinds.add(new Kind(name, count -> steps(count, session)));
            }
        }
        return kinds;
    }

    private static Samples timed(int count, Runnable call) {
        Samples micros = new Samples();
        for (int i = 0; i < count; i++) {
            long start = System.nanoTime();
            call.run();
            micros.add((System.nanoTime() - start) / 1e3);
        }
        return micros;
    }

    private static Samples steps(int count, RandomSession session) {
        Samples micros = new Samples();
        for (int i = 0; i < count; i++) {
            if (session.isOver()) {
                session.reset();
            }
            StepRequest request = session.randomStep();
            long start = System.nanoTime();
            Timestep timestep = session.send(request);
            micros.add((System.nanoTime() - start) / 1e3);
            session.took(timestep);
        }
        return micros;
    }

    private void addRows(List<Kind> kinds) {
        Kind empty = kinds.get(0);
        for (Kind kind : kinds) {
            double ratio = kind.micros.median() / empty.micros.median();
            List<Object> row = new ArrayList<>(List.of("transport", transport.toString(), "call", kind.name));
            for (int i = 0; i < PERCENTILES.length; i++) {
                row.add(PERCENTILE_NAMES[i]);
                row.add(kind.nanos.getValueAtPercentile(PERCENTILES[i]) / 1e3);
            }
            row.addAll(List.of("steps_per_second", 1e9 / kind.nanos.getMean(), "ratio", ratio));
            row.addAll(List.of("median_ratio_of_rounds", kind.ratioTo(empty).median()));
            row.addAll(List.of("required", kind == empty ? "" : "<= " + REQUIRED_RATIO));
            row.addAll(List.of("holds", kind == empty ? "" : report.verdict(ratio <= REQUIRED_RATIO)));
            report.add(row.toArray());
        }
    }

    /** A kind of call and its measured latencies. */
    private static final class Kind {
        final String name;
        final IntFunction<Samples> calls;
        final Samples micros = new Samples();
        final Histogram nanos = new Histogram(PRECISION);
        final List<Double> roundMedians = new ArrayList<>();

        Kind(String name, IntFunction<Samples> calls) {
            this.name = name;
            this.calls = calls;
        }

        void run(int count, boolean isMeasured) {
            Samples round = calls.apply(count);
            if (isMeasured) {
                micros.addAll(round);
                for (int i = 0; i < round.count(); i++) {
                    nanos.recordValue((long) (1e3 * round.value(i)));
                }
                roundMedians.add(round.median());
            }
        }

        /** Returns, for each round, the median of this kind divided by that of {@code other}. */
        Samples ratioTo(Kind other) {
            Samples ratios = new Samples();
            for (int round = 0; round < roundMedians.size(); round++) {
                ratios.add(roundMedians.get(round) / other.roundMedians.get(round));
            }
            return ratios;
        }
    }
}
