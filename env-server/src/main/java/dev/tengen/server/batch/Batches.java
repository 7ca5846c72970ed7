package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Reason;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All batches of a server: the places for their lanes, the threads that carry them out, and the streams to end when the
 * server stops. Thread-safe.
 */
public final class Batches implements AutoCloseable {
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final int maxLaneCount;
    private final long maxAnswerBytes;
    private final BatchListener listener;
    private final LaneWorkers workers = new LaneWorkers();
    private final SecureRandom random = new SecureRandom();
    private final AtomicInteger openLaneCount = new AtomicInteger();
    private final Set<Runnable> endings = ConcurrentHashMap.newKeySet();
    private volatile boolean isEnding;

    /**
     * Allows {@code maxLaneCount} lanes at once, and batches whose rows are at most {@code maxAnswerBytes} long together.
     * {@code listener} is told what happens.
     */
    public Batches(int maxLaneCount, long maxAnswerBytes, BatchListener listener) {
        this.maxLaneCount = maxLaneCount;
        this.maxAnswerBytes = maxAnswerBytes;
        this.listener = listener;
    }

    /** Makes a batch, whose lanes count until it is {@linkplain Batch#close closed}. Throws {@link CallException}. */
    public Batch open(OpenBatch request) {
        int laneCount = BatchConverter.laneCount(request, maxLaneCount);
        reservePlaces(laneCount);
        try {
            EnvironmentBatch lanes = BatchConverter.toCore(request, random::nextLong);
            requireShortAnswer(lanes);
            return new Batch(lanes, request, workers, listener, () -> openLaneCount.addAndGet(-laneCount));
        } catch (RuntimeException | Error e) {
            openLaneCount.addAndGet(-laneCount);
            throw e;
        }
    }

    private void reservePlaces(int laneCount) {
        int before = openLaneCount.getAndUpdate(count -> count + laneCount <= maxLaneCount ? count + laneCount : count);
        if (before + laneCount > maxLaneCount) {
            throw CallException.retryAfter(
                            Reason.TOO_MANY_LANES,
                            FULL_RETRY_DELAY,
                            before + " of " + maxLaneCount + " lanes are open; there is no room for " + laneCount
                                    + " more")
                    .with("field", "lane_count")
                    .with("value", laneCount)
                    .with("allowed", "[1, " + (maxLaneCount - before) + "]");
        }
    }

    private void requireShortAnswer(EnvironmentBatch lanes) {
        int rowBytes = lanes.layout().rowByteCount();
        if ((long) rowBytes * lanes.laneCount() > maxAnswerBytes) {
            throw CallException.invalid(
                    "lane_count",
                    lanes.laneCount(),
                    "at most " + maxAnswerBytes / rowBytes + " where a row is " + rowBytes + " bytes long");
        }
    }

    /** Returns the count of lanes that are open. */
    public int openLaneCount() {
        return openLaneCount.get();
    }

    /** Calls {@code ending} when the server stops: now, if it does so already. */
    public void onEnd(Runnable ending) {
        endings.add(ending);
        if (isEnding) {
            ending.run();
        }
    }

    /** Forgets {@code ending}. */
    public void removeOnEnd(Runnable ending) {
        endings.remove(ending);
    }

    /** Ends every stream, each once it has answered the request under way; later ones end at once. */
    public void endAll() {
        isEnding = true;
        endings.forEach(Runnable::run);
    }

    /** Ends the threads. */
    @Override
    public void close() {
        workers.close();
    }
}
