package dev.tengen.benchmarks;

import dev.tengen.benchmarks.ServerProcess.Transport;
import dev.tengen.proto.v1.EnvironmentServiceGrpc;
import dev.tengen.proto.v1.StepRequest;
import dev.tengen.proto.v1.Timestep;
import io.grpc.Channel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the latency of Step, compared with a call that does nothing. */
@Command(
        name = "unary",
        description = "Latency of Step, compared with a call that does nothing.",
        footer = {
            "",
            "One caller. The call that does nothing is the health check of the same server, which passes through "
                    + "the same interceptors. The calls take turns, round by round. The client's work between calls "
                    + "is not timed. Required: a median of Step of at most 1.3 times "
                    + "that of the empty call."
        })
final class UnaryCommand extends BenchmarkCommand {
    private static final double REQUIRED_RATIO = 1.3;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final String[] PERCENTILE_NAMES = {"median_us", "p90_us", "p99_us", "p99_9_us", "most_us"};

    @Option(names = "--size", defaultValue = "9,19", split = ",", description = "Sizes. Default: ${DEFAULT-VALUE}.")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--encoding",
            description = "Encoding to observe in, beside steps without. Default: ${DEFAULT-VALUE}.")
    private String encoding = "alphazero-17";

    @Option(names = "--transport", description = "tcp or uds. Default: ${DEFAULT-VALUE}.")
    private Transport transport = Transport.TCP;

    @Option(names = "--rounds", description = "Rounds to measure. Default: ${DEFAULT-VALUE}.")
    private int roundCount = 100;

    @Option(names = "--calls", description = "Calls of each kind in a round. Default: ${DEFAULT-VALUE}.")
    private int callCount = 200;

    @Option(
            names = "--warm-up-rounds",
            description = "Rounds before those that are measured. Default: ${DEFAULT-VALUE}.")
    private int warmUpRoundCount = 50;

    @Override
    void measure() throws IOException {
        try (ServerProcess server = ServerProcess.start(10, transport);
                Progress progress = Progress.of("rounds", warmUpRoundCount + roundCount)) {
            List<Kind> kinds = kinds(server.channel());
            for (int round = 0; round < warmUpRoundCount + roundCount; round++) {
                boolean isMeasured = round >= warmUpRoundCount;
                for (int turn = 0; turn < kinds.size(); turn++) {
                    // The first kind changes from round to round, so that none benefits from its position.
                    kinds.get((round + turn) % kinds.size()).run(callCount, isMeasured);
                }
                progress.step();
            }
            addRows(kinds);
        }
    }

    private List<Kind> kinds(Channel channel) {
        HealthGrpc.HealthBlockingStub health = HealthGrpc.newBlockingStub(channel);
        HealthCheckRequest check = HealthCheckRequest.getDefaultInstance();
        List<Kind> kinds = new ArrayList<>();
        kinds.add(new Kind("empty call", () -> {
            long start = System.nanoTime();
            health.check(check);
            return System.nanoTime() - start;
        }));
        for (int size : sizes) {
            for (List<String> encodings : List.of(List.<String>of(), List.of(encoding))) {
                RandomSession session =
                        new RandomSession(EnvironmentServiceGrpc.newBlockingStub(channel), size, encodings, size);
                String name = "Step " + size + "x" + size + (encodings.isEmpty() ? "" : " " + encodings.get(0));
                kinds.add(new Kind(name, () -> step(session)));
            }
        }
        return kinds;
    }

    private static long step(RandomSession session) {
        if (session.isOver()) {
            session.reset();
        }
        StepRequest request = session.randomStep();
        long start = System.nanoTime();
        Timestep timestep = session.send(request);
        long nanos = System.nanoTime() - start;
        session.update(timestep);
        return nanos;
    }

    private void addRows(List<Kind> kinds) {
        Kind empty = kinds.get(0);
        for (Kind kind : kinds) {
            double ratio = kind.micros.median() / empty.micros.median();
            Row row = row().add("transport", transport.toString()).add("call", kind.name);
            for (int i = 0; i < PERCENTILES.length; i++) {
                row.add(PERCENTILE_NAMES[i], kind.nanos.getValueAtPercentile(PERCENTILES[i]) / 1e3);
            }
            row.add("steps_per_second", 1e9 / kind.nanos.getMean())
                    .add("ratio", ratio)
                    .add(
                            "median_ratio_of_rounds",
                            kind.roundMedians.dividedBy(empty.roundMedians).median())
                    .add("required", kind == empty ? "" : "<= " + REQUIRED_RATIO)
                    .add("holds", kind == empty ? "" : verdict(ratio <= REQUIRED_RATIO));
        }
    }

    /** A kind of call with its measured latencies. */
    private static final class Kind {
        final String name;
        final LongSupplier call;
        final Samples micros = new Samples();
        final Samples roundMedians = new Samples();
        final Histogram nanos = new Histogram(3);

        /** Creates a kind. {@code call} returns its latency in nanoseconds. */
        Kind(String name, LongSupplier call) {
            this.name = name;
            this.call = call;
        }

        void run(int count, boolean isMeasured) {
            Samples round = new Samples();
            for (int i = 0; i < count; i++) {
                long latency = call.getAsLong();
                round.add(latency / 1e3);
                if (isMeasured) {
                    nanos.recordValue(latency);
                    micros.add(latency / 1e3);
                }
            }
            if (isMeasured) {
                roundMedians.add(round.median());
            }
        }
    }
}
