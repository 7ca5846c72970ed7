package dev.tengen.benchmarks;

import dev.tengen.client.TengenClient;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/** A stream client over the Java client, in this process. Not thread-safe. */
abstract class JavaStreamClient implements StreamClient {
    final TengenClient client;
    final Planes planes = new Planes();
    final SplittableRandom random = new SplittableRandom(1);
    long stepCount;
    long episodeCount;
    private Histogram latencies = new Histogram(3);

    JavaStreamClient(String address) {
        this(TengenClient.connect(address));
    }

    /** Creates a client that owns {@code client}. */
    JavaStreamClient(TengenClient client) {
        this.client = client;
    }

    /** Returns the number of planes of an encoding; 0 if {@code encoding} is empty. */
    final int planeCount(String encoding) {
        return encoding.isEmpty()
                ? 0
                : client.serverInfo(encoding).encodings().stream()
                        .filter(spec -> spec.name().equals(encoding))
                        .mapToInt(spec -> spec.planes().size())
                        .findFirst()
                        .orElseThrow();
    }

    @Override
    public final Run run(double seconds) {
        latencies = new Histogram(3);
        stepCount = 0;
        episodeCount = 0;
        long start = System.nanoTime();
        play(start + (long) (seconds * 1e9));
        return new Run(stepCount, episodeCount, (System.nanoTime() - start) / 1e9, latencies);
    }

    /** Sends requests until {@link System#nanoTime} is {@code end}, then waits for the responses. */
    abstract void play(long end);

    /** Keeps all of {@code slots} in flight while {@code isWanted}, and waits for the last responses. */
    final void keepInFlight(List<? extends Slot> slots, BooleanSupplier isWanted) {
        slots.forEach(Slot::sendNext);
        boolean isContinued = true;
        while (isContinued) {
            isContinued = isWanted.getAsBoolean();
            for (Slot slot : slots) {
                slot.take();
                if (isContinued) {
                    slot.sendNext();
                }
            }
        }
    }

    @Override
    public final ProcessHandle process() {
        return ProcessHandle.current();
    }

    @Override
    public void close() {
        client.close();
    }

    /** A place for one request in flight. */
    abstract class Slot {
        private long sentAt;

        /** Chooses the content of the next request, which is not timed. */
        void prepare() {}

        abstract void send();

        /** Waits for the response, then returns the action that reads it, which is not timed. */
        abstract Runnable receive();

        final void sendNext() {
            prepare();
            sentAt = System.nanoTime();
            send();
        }

        final void take() {
            Runnable reader = receive();
            latencies.recordValue(System.nanoTime() - sentAt);
            reader.run();
        }
    }
}
