package dev.tengen.server.identity;

import java.util.concurrent.atomic.LongAdder;

/** How reading a setting again has gone, for metrics. Thread-safe. */
public final class ReloadStatus {
    private static final double NANOS_PER_SECOND = 1e9;

    private final String name;
    private final LongAdder failures = new LongAdder();
    private volatile long loadedNanos = System.nanoTime();

    /**
     * Creates the status of a setting that is read now.
     *
     * @param name the name of the setting, such as "tokens"
     */
    ReloadStatus(String name) {
        this.name = name;
    }

    /** Notes that the content in force was read now. */
    void loaded() {
        loadedNanos = System.nanoTime();
    }

    /** Notes that the present content could not be read or used, so that an earlier one stays in force. */
    void failed() {
        failures.increment();
    }

    /** Returns the name of the setting. */
    public String name() {
        return name;
    }

    /**
     * Returns how often the setting could not be read or used. While it cannot, the count grows with each attempt:
     * every 250 ms for files, every five minutes for a URL.
     */
    public long failureCount() {
        return failures.sum();
    }

    /** Returns the age of the content in force: the seconds since it was read. */
    public double ageSeconds() {
        return (System.nanoTime() - loadedNanos) / NANOS_PER_SECOND;
    }
}
