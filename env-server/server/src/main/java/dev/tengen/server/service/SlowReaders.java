package dev.tengen.server.service;

import dev.tengen.server.error.FatalErrors;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends streams whose clients do not read their answers. Thread-safe. */
public final class SlowReaders implements AutoCloseable {
    private static final long MIN_PERIOD_MILLIS = 10;
    private static final long MAX_PERIOD_MILLIS = 1000;
    private static final int PERIODS = 10;

    private final Duration limit;
    private final Set<Reader> readers = ConcurrentHashMap.newKeySet();
    private final Future<?> checks;

    /** Ends streams whose last answer waits for {@code limit}. {@code timer} runs the checks. */
    public SlowReaders(ScheduledExecutorService timer, Duration limit) {
        this.limit = limit;
        long period = Math.max(MIN_PERIOD_MILLIS, Math.min(MAX_PERIOD_MILLIS, limit.toMillis() / PERIODS));
        checks = timer.scheduleWithFixedDelay(FatalErrors.checked(this::check), period, period, TimeUnit.MILLISECONDS);
    }

    /** A stream that is checked. */
    @FunctionalInterface
    interface Reader {
        /** Ends the stream if an answer has waited for its client for {@code limit}. Must neither block nor throw. */
        void endIfUnread(Duration limit);
    }

    /** Adds a stream. */
    void add(Reader reader) {
        readers.add(reader);
    }

    /** Removes a stream. */
    void remove(Reader reader) {
        readers.remove(reader);
    }

    private void check() {
        readers.forEach(reader -> reader.endIfUnread(limit));
    }

    /** Stops the checks. */
    @Override
    public void close() {
        checks.cancel(false);
    }
}
