package dev.tengen.benchmarks;

import dev.tengen.client.ConnectionSecurity;
import dev.tengen.client.TengenClient;
import dev.tengen.client.env.SessionSpec;
import java.time.Duration;

/** A client that steps a session and a batch of one server, for a {@link Comparison} with others. */
final class ComparedClient implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String ENCODING = "alphazero-17";

    private final Samples unary = new Samples();
    private final Samples batched = new Samples();
    private final TengenClient client;
    private final JavaBatchClient batch;
    private final RandomPlayer player;

    /** Connects to a server. */
    ComparedClient(String address, ConnectionSecurity security, Comparison comparison) {
        client = TengenClient.connect(address, TIMEOUT, security);
        player = new RandomPlayer(client.createSession(SessionSpec.of(comparison.size(), comparison.size())), 1);
        batch = new JavaBatchClient(
                TengenClient.connect(address, TIMEOUT, security),
                comparison.size(),
                ENCODING,
                "positional",
                comparison.laneCount(),
                1);
    }

    /** Steps the session and then the batch, for so many seconds each, and keeps the rates if they are measured. */
    void play(double seconds, boolean isMeasured) {
        long start = System.nanoTime();
        long before = player.stepCount();
        player.play(start, seconds);
        double perSecond = (player.stepCount() - before) / ((System.nanoTime() - start) / 1e9);
        StreamClient.Run run = batch.run(seconds);
        if (isMeasured) {
            unary.add(perSecond);
            batched.add(run.stepCount() / run.seconds());
        }
    }

    /** Returns the steps of the session in a second, by round. */
    Samples unary() {
        return unary;
    }

    /** Returns the steps of the batch in a second, by round. */
    Samples batched() {
        return batched;
    }

    @Override
    public void close() {
        batch.close();
        client.close();
    }
}
