package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A client that plays uniform random legal actions on many boards: it draws them from the masks, unpacks the observations to
 * a byte for each value, and reads rewards and ends.
 */
interface BatchClient extends AutoCloseable {
    /** Clients there are. */
    enum Kind {
        /** {@code TengenClient}, in this process. */
        JAVA,
        /** {@code tengen.make_vec}, in a process of its own. */
        PYTHON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Opens a batch at {@code server}. */
    static BatchClient open(BatchWork work, int laneCount, ServerProcess server) throws IOException {
        return work.kind() == Kind.JAVA
                ? new JavaBatchClient(work, laneCount, server.address())
                : new PythonBatchClient(work, laneCount, server.address());
    }

    /** Plays for {@code seconds}, until no request is under way. */
    BatchRun run(double seconds) throws IOException;

    /** Returns the process that the client is in. */
    ProcessHandle process();

    @Override
    void close();

    /**
     * What a client did.
     *
     * @param stepCount actions carried out; what started a new episode is none
     * @param episodeCount episodes ended
     * @param seconds how long it took
     * @param latencies nanoseconds from each request to its answer
     */
    record BatchRun(long stepCount, long episodeCount, double seconds, Histogram latencies) {}
}
