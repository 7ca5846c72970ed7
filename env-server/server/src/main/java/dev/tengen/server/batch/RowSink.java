package dev.tengen.server.batch;

import dev.tengen.env.LaneRows;

/** Receives the rows of a request of {@link Batch#stepInto} while they are filled. */
@FunctionalInterface
public interface RowSink {
    /**
     * Receives the rows from {@code from} (inclusive) to {@code to} (exclusive), which are complete. Several threads
     * call it at the same time, with disjoint ranges.
     */
    void take(LaneRows rows, int from, int to);
}
