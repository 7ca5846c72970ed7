package dev.tengen.arena.service;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads for calls that may wait for the store: the transport's threads serve all others. Thread-safe. */
final class StoreCallExecutor implements AutoCloseable {
    /** One may wait for a tournament to end, others for a slow database. */
    private static final int THREAD_COUNT = 8;

    private static final int MAX_WAITING_COUNT = 1024;
    private static final int IDLE_SECONDS = 10;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor threads;

    StoreCallExecutor() {
        threads = new ThreadPoolExecutor(
                THREAD_COUNT,
                THREAD_COUNT,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING_COUNT),
                task -> {
                    Thread thread = new Thread(task, "arena call");
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs {@code call} soon.
     *
     * @throws CallException with {@link Reason#TOO_MANY_ARENA_CALLS} if too many wait
     */
    void execute(Runnable call) {
        try {
            threads.execute(call);
        } catch (RejectedExecutionException e) {
            throw threads.isShutdown()
                    ? CallException.shuttingDown()
                    : CallException.retryAfter(
                            Reason.TOO_MANY_ARENA_CALLS,
                            RETRY_DELAY,
                            MAX_WAITING_COUNT + " calls to the arena wait, as many as allowed");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
