package dev.tengen.server.testing;

import dev.tengen.proto.v1.EnvironmentServiceGrpc.EnvironmentServiceBlockingStub;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client that plays in a session, a move every few milliseconds, and measures how long the server takes to answer.
 */
public final class Neighbor implements AutoCloseable {
    private static final int POINTS = 81;
    private static final int PAUSE_MILLIS = 5;

    private final EnvironmentServiceBlockingStub stub;
    private final String session;
    private final Thread thread = new Thread(this::play, "neighbor");
    private final List<Long> latencies = new ArrayList<>();
    private volatile boolean isClosed;
    private volatile @Nullable RuntimeException error;

    private Neighbor(EnvironmentServiceBlockingStub stub) {
        this.stub = stub;
        session = Calls.open(stub, Calls.square(9));
    }

    /** Starts to play. */
    public static Neighbor start(EnvironmentServiceBlockingStub stub) {
        Neighbor neighbor = new Neighbor(stub);
        neighbor.thread.start();
        return neighbor;
    }

    private void play() {
        try {
            while (!isClosed) {
                for (int action = 0; action < POINTS / 2 && !isClosed; action++) {
                    long start = System.nanoTime();
                    Calls.play(stub.withDeadlineAfter(5, TimeUnit.MINUTES), session, action);
                    long nanos = System.nanoTime() - start;
                    synchronized (latencies) {
                        latencies.add(nanos);
                    }
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
                stub.reset(Calls.reset(session).build());
            }
        } catch (InterruptedException e) {
            error = new IllegalStateException(e);
        } catch (RuntimeException e) {
            error = e;
        }
    }

    /** Returns the 99th percentile of the latencies since the last call of this method, in milliseconds. */
    public double takeP99Millis() {
        List<Long> taken;
        synchronized (latencies) {
            taken = new ArrayList<>(latencies);
            latencies.clear();
        }
        RuntimeException thrown = error;
        if (thrown != null) {
            throw new AssertionError("the neighbor's call failed", thrown);
        }
        if (taken.isEmpty()) {
            throw new AssertionError("the neighbor got no answer");
        }
        taken.sort(null);
        return taken.get((taken.size() - 1) * 99 / 100) / 1e6;
    }

    /** Stops and closes the session. */
    @Override
    public void close() {
        isClosed = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        Calls.close(stub, session);
    }
}
