package dev.tengen.server.batch;

import dev.tengen.env.EnvironmentBatch;
import dev.tengen.proto.v1.OpenBatch;
import dev.tengen.server.convert.BatchConverter;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.stream.Endings;
import dev.tengen.server.stream.Places;
import dev.tengen.server.stream.RowWorkers;
import java.security.SecureRandom;

/** All batches of a server, and the places for their lanes. Thread-safe. */
public final class Batches {
    private final Places lanePlaces;
    private final long maxAnswerBytes;
    private final RowWorkers workers;
    private final Endings endings;
    private final BatchListener listener;
    private final SecureRandom random = new SecureRandom();

    /**
     * Allows {@code maxLaneCount} lanes at once, and batches whose rows are at most {@code maxAnswerBytes} long together.
     * {@code workers} carry them out, {@code endings} end their streams, and {@code listener} is told what happens.
     */
    public Batches(int maxLaneCount, long maxAnswerBytes, RowWorkers workers, Endings endings, BatchListener listener) {
        lanePlaces = new Places("lanes", "lane_count", Reason.TOO_MANY_LANES, maxLaneCount);
        this.maxAnswerBytes = maxAnswerBytes;
        this.workers = workers;
        this.endings = endings;
        this.listener = listener;
    }

    /** Makes a batch, whose lanes count until it is {@linkplain Batch#close closed}. Throws {@link CallException}. */
    public Batch open(OpenBatch request) {
        int laneCount = BatchConverter.laneCount(request, lanePlaces.max());
        lanePlaces.take(laneCount);
        try {
            EnvironmentBatch lanes = BatchConverter.toCore(request, random::nextLong);
            requireShortAnswer(lanes);
            return new Batch(lanes, request, workers, listener, () -> lanePlaces.giveBack(laneCount));
        } catch (RuntimeException | Error e) {
            lanePlaces.giveBack(laneCount);
            throw e;
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
        return lanePlaces.taken();
    }

    /** Returns what ends the streams of batches when the server stops. */
    public Endings endings() {
        return endings;
    }
}
