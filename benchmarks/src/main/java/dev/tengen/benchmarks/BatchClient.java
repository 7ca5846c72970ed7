package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A client that plays uniformly random legal actions on many boards. It draws actions from the masks, unpacks
 * observations to one byte per value, and reads rewards and ends.
 */
interface BatchClient extends AutoCloseable {
    /** The clients. */
    enum Kind {
        /** {@code TengenClient}, in this process. */
        JAVA,
        /** {@code tengen.make_vec}, in its own process. */
        PYTHON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Opens a batch at {@code server}. */
    static BatchClient open(BatchOptions options, int laneCount, ServerProcess server) throws IOException {
        return options.kind() == Kind.JAVA
                ? new JavaBatchClient(options, laneCount, server.address())
                : new PythonBatchClient(options, laneCount, server.address());
    }

    /** Plays for {@code seconds}. Returns when no request is in flight. */
    BatchRun run(double seconds) throws IOException;

    /** Returns the process of the client. */
    ProcessHandle process();

    @Override
    void close();

    /**
     * The result of a run.
     *
     * @param stepCount actions executed; the start of an episode does not count
     * @param episodeCount episodes ended
     * @param seconds duration
     * @param latencies nanoseconds from each request to its response
     */
    record BatchRun(long stepCount, long episodeCount, double seconds, Histogram latencies) {}
}
