package dev.tengen.server.embedded;

import dev.tengen.env.LaneRows;
import dev.tengen.env.RowLayout;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.execution.StreamAnswer;
import dev.tengen.server.service.LocalBatch;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a batch without messages: requests and results are {@linkplain EmbeddedRows rows} in direct buffers. The
 * batch is that of an open stream, which opens, resets and ends it by messages. Requests in flight are carried out in
 * order, on the threads of the server and within its limits.
 *
 * <p>A request that would fail does nothing, and neither do all that follow: the client sends these requests as
 * messages, and gets the error of the network by construction.
 *
 * <p>The client calls it from one thread at a time. It sends no message while a request is in flight here, and no
 * request while the answer to a message is in flight.
 */
public final class EmbeddedBatch {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBatch.class);

    /** The result of {@link #awaitEnd}: the request is in flight. */
    public static final int WAITING = 0;

    /** The result of {@link #awaitEnd}: the rows have the results. */
    public static final int DONE = 1;

    /** The result of {@link #awaitEnd}: the request, and all later ones, need messages. */
    public static final int UNDONE = 2;

    private final LocalBatch batch;
    private final RowLayout layout;

    /** The requests in flight, oldest first; guarded by this object, as are the other fields. */
    private final Queue<EmbeddedRows> inFlight = new ArrayDeque<>();

    /** Whether a thread begins a request now. */
    private boolean isBeginning;

    /** The request that the stream carries out. */
    private @Nullable EmbeddedRows current;

    /** Whether a request could not be carried out. */
    private boolean isOver;

    /**
     * Creates the steps of a batch.
     *
     * @throws IllegalStateException if it is not open
     */
    EmbeddedBatch(LocalBatch batch) {
        this.batch = batch;
        layout = batch.layout().orElseThrow(() -> new IllegalStateException("the batch is not open"));
    }

    /**
     * Returns where each field of {@code rowCount} rows starts and ends in a buffer, in bytes, in the order of
     * {@link dev.tengen.env.RowField}: two numbers each. The buffer must be as long as the end of the last field, or
     * longer.
     */
    public int[] ranges(int rowCount) {
        return EmbeddedRows.ranges(layout, rowCount);
    }

    /**
     * Returns rows in {@code buffer}, a direct buffer.
     *
     * @throws IllegalArgumentException if it is too short for {@link #ranges}
     */
    public EmbeddedRows rows(int rowCount, ByteBuffer buffer) {
        return new EmbeddedRows(layout, rowCount, buffer);
    }

    /**
     * Begins the request in {@code rows}, which must not be in flight, without waiting for its end. Short requests have
     * ended when this method returns.
     *
     * @param isAll whether the request is for all lanes in order; otherwise the rows have the lanes
     */
    public void step(EmbeddedRows rows, boolean isAll) {
        rows.begin(isAll);
        synchronized (this) {
            inFlight.add(rows);
        }
        advance();
    }

    /** Waits for the end of a request, and returns {@link #WAITING}, {@link #DONE} or {@link #UNDONE}. */
    public int awaitEnd(EmbeddedRows rows, long waitMillis) throws InterruptedException {
        int state = awaitState(rows, waitMillis);
        EmbeddedServer.holdIfEnding();
        return state;
    }

    private static int awaitState(EmbeddedRows rows, long waitMillis) throws InterruptedException {
        synchronized (rows) {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
            while (rows.state() == WAITING) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                TimeUnit.NANOSECONDS.timedWait(rows, left);
            }
            return rows.state();
        }
    }

    /** Begins requests until one takes longer than this call, or none is left. */
    private void advance() {
        while (true) {
            EmbeddedRows next;
            synchronized (this) {
                next = isBeginning || current != null ? null : inFlight.poll();
                if (next == null) {
                    return;
                }
                current = next;
                isBeginning = true;
            }
            begin(next);
            synchronized (this) {
                isBeginning = false;
            }
        }
    }

    private void begin(EmbeddedRows rows) {
        if (isOver() || !tryBegin(rows)) {
            end(rows, UNDONE, null);
        }
    }

    private boolean tryBegin(EmbeddedRows rows) {
        try {
            return batch.step(rows.request(), rows::copy, new Answer(rows));
        } catch (CancellationException e) {
            LOG.debug("The process is ending", e);
            return false;
        }
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    private void end(EmbeddedRows rows, int state, byte @Nullable [] ended) {
        synchronized (this) {
            current = null;
            isOver |= state == UNDONE;
        }
        rows.end(state, ended);
    }

    /** Receives the end of one request. */
    private final class Answer implements StreamAnswer<LaneRows> {
        private final EmbeddedRows rows;

        Answer(EmbeddedRows rows) {
            this.rows = rows;
        }

        @Override
        public void answered(LaneRows answer) {
            end(rows, DONE, BatchConverter.endedBytes(answer));
            advance();
        }

        @Override
        public void failed(Throwable error) {
            end(rows, UNDONE, null);
            advance();
        }
    }
}
