package dev.tengen.benchmarks;

import java.io.IOException;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A client that keeps requests in flight on one stream. It plays or grows trees at random and unpacks the observations
 * to one byte per value.
 */
interface StreamClient extends AutoCloseable {
    /** The programming languages of clients. */
    enum Kind {
        /** The Java client, in this process. */
        JAVA,
        /** The Python client, in its own process. */
        PYTHON;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Runs for {@code seconds}, then until no request is in flight. */
    Run run(double seconds) throws IOException;

    /** Returns the process that the client runs in. */
    ProcessHandle process();

    @Override
    void close();

    /**
     * What a client did in a run.
     *
     * @param stepCount number of actions carried out, without those that started an episode
     * @param episodeCount number of episodes that ended
     * @param seconds duration of the run
     * @param latencies nanoseconds from each request to its response
     */
    record Run(long stepCount, long episodeCount, double seconds, Histogram latencies) {
        /** Returns the sum of this run and {@code other}, whose latencies are added to this histogram. */
        Run plus(Run other) {
            latencies.add(other.latencies);
            return new Run(
                    stepCount + other.stepCount, episodeCount + other.episodeCount, seconds + other.seconds, latencies);
        }
    }
}
