package dev.tengen.benchmarks;

import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.TengenSession;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.env.Timestep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures what TLS and a token cost. */
@Command(
        name = "security",
        description = "Steps with TLS and a token, compared with steps with neither.",
        footer = {
            "",
            "Two servers, one without authentication, and one with TLS and the token of an operator. They take turns, "
                    + "round by round. One caller steps a session, and one steps a batch. Required: a time for a "
                    + "step of at most 1.15 times that without, and in a batch of at most 1.25 times."
        })
final class SecurityCommand extends BenchmarkCommand {
    private static final double REQUIRED_UNARY = 1.15;
    private static final double REQUIRED_BATCH = 1.25;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String ENCODING = "alphazero-17";

    @Option(names = "--size", description = "Size. Default: ${DEFAULT-VALUE}.")
    private int size = 9;

    @Option(names = "--lanes", description = "Boards of the batch. Default: ${DEFAULT-VALUE}.")
    private int laneCount = 1024;

    @Option(names = "--rounds", description = "Rounds to measure. Default: ${DEFAULT-VALUE}.")
    private int roundCount = 30;

    @Option(
            names = "--warm-up-rounds",
            description = "Rounds before those that are measured. Default: ${DEFAULT-VALUE}.")
    private int warmUpRoundCount = 10;

    @Option(names = "--seconds", description = "Time of each kind in a round. Default: ${DEFAULT-VALUE}.")
    private double seconds = 0.5;

    @Override
    void measure() throws IOException {
        Path folder = Files.createTempDirectory("tengen-bench");
        try (ServerProcess plain = ServerProcess.start(List.of(), 10);
                ServerProcess secured = ServerProcess.startSecured(folder);
                Player open = new Player(plain.address(), ConnectionSecurity.NONE, this);
                Player closed = new Player(secured.address(), security(folder), this);
                Progress progress = Progress.of("rounds", warmUpRoundCount + roundCount)) {
            for (int round = 0; round < warmUpRoundCount + roundCount; round++) {
                List<Player> order = round % 2 == 0 ? List.of(open, closed) : List.of(closed, open);
                for (Player player : order) {
                    player.play(seconds, round >= warmUpRoundCount);
                }
                progress.step();
            }
            addRow("unary", open.unary, closed.unary, REQUIRED_UNARY);
            addRow("batch of " + laneCount, open.batched, closed.batched, REQUIRED_BATCH);
        }
    }

    private static ConnectionSecurity security(Path folder) throws IOException {
        return ConnectionSecurity.tls()
                .withAuthorities(folder.resolve("ca.pem"))
                .withToken(Files.readString(folder.resolve("operator.token")).strip());
    }

    /** Adds the steps in a second without and with security. The ratio is that of the times. */
    private void addRow(String name, Samples without, Samples with, double required) {
        double ratio = without.dividedBy(with).median();
        row().add("steps", name)
                .add("plain_per_second", without.median())
                .add("secured_per_second", with.median())
                .add("median_ratio_of_rounds", ratio)
                .add("required", "<= " + required)
                .add("holds", verdict(ratio <= required));
    }

    /** A client that steps a session and a batch of one server. */
    private static final class Player implements AutoCloseable {
        final Samples unary = new Samples();
        final Samples batched = new Samples();
        private final TengenClient client;
        private final TengenSession session;
        private final JavaBatchClient batch;
        private final SplittableRandom random = new SplittableRandom(1);
        private Timestep timestep;

        Player(String address, ConnectionSecurity security, SecurityCommand command) {
            client = TengenClient.connect(address, TIMEOUT, security);
            session = client.createSession(SessionSpec.of(command.size, command.size));
            timestep = session.firstTimestep();
            batch = new JavaBatchClient(
                    TengenClient.connect(address, TIMEOUT, security),
                    command.size,
                    ENCODING,
                    "positional",
                    command.laneCount,
                    1);
        }

        void play(double seconds, boolean isMeasured) {
            long start = System.nanoTime();
            long count = 0;
            while (System.nanoTime() - start < seconds * 1e9) {
                if (timestep.isOver()) {
                    timestep = session.reset();
                }
                int[] legal = timestep.actionMask().actions();
                timestep = session.step(legal[random.nextInt(legal.length)]);
                count++;
            }
            double perSecond = count / ((System.nanoTime() - start) / 1e9);
            StreamClient.Run run = batch.run(seconds);
            if (isMeasured) {
                unary.add(perSecond);
                batched.add(run.stepCount() / run.seconds());
            }
        }

        @Override
        public void close() {
            batch.close();
            client.close();
        }
    }
}
