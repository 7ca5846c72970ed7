package dev.tengen.arena.service;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs calls that may block on the store, off the threads of the transport. Its queue is bounded. Thread-safe. */
final class StoreCallExecutor implements Executor, AutoCloseable {
    /** One call may wait for a tournament to end, others for a slow database. */
    private static final int THREAD_COUNT = 8;

    /** Maximum number of calls that wait. */
    static final int MAX_QUEUED_COUNT = 1024;

    private static final int IDLE_SECONDS = 10;
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            THREAD_COUNT,
            THREAD_COUNT,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MAX_QUEUED_COUNT),
            new ThreadFactoryBuilder()
                    .setNameFormat("arena call")
                    .setDaemon(true)
                    .build());

    StoreCallExecutor() {
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs {@code call} soon.
     *
     * @throws CallException with {@link Reason#TOO_MANY_ARENA_CALLS} if the queue is full
     */
    @Override
    public void execute(Runnable call) {
        try {
            threads.execute(call);
        } catch (RejectedExecutionException e) {
            throw threads.isShutdown()
                    ? CallException.shuttingDown()
                    : CallException.retryAfter(
                            Reason.TOO_MANY_ARENA_CALLS,
                            RETRY_DELAY,
                            MAX_QUEUED_COUNT + " calls to the arena are queued, the maximum number");
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
