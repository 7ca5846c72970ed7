package dev.tengen.server.session;

import com.google.common.util.concurrent.MoreExecutors;
import dev.tengen.server.convert.CallException;
import dev.tengen.server.convert.Reason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the calls that may wait for an engine or another slow player, in threads of their own: the transport's threads serve all other sessions.
 *
 * <p>Calls of one session run one after another and take one thread together, so that no session keeps others from theirs.
 * There is a thread for each engine that may run, and a few for engines that start. Thread-safe.
 */
final class EngineCalls implements AutoCloseable {
    private static final int SPARE_THREADS = 2;
    private static final int CALLS_PER_THREAD = 64;
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor threads;
    private final int maxCallCount;
    private final AtomicInteger callCount = new AtomicInteger();

    EngineCalls(int maxEngineCount) {
        int threadCount = maxEngineCount + SPARE_THREADS;
        maxCallCount = CALLS_PER_THREAD * threadCount;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "slow-calls-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns where calls run that need no order. */
    Executor unordered() {
        return call -> run(threads, call);
    }

    /** Returns where the calls of one session run, in their order. */
    Executor forSession() {
        Executor inOrder = MoreExecutors.newSequentialExecutor(threads);
        return call -> run(inOrder, call);
    }

    /** Runs {@code call}. Throws {@link CallException} where too many wait already. */
    private void run(Executor executor, Runnable call) {
        if (callCount.incrementAndGet() > maxCallCount) {
            callCount.decrementAndGet();
            throw CallException.retryAfter(
                    Reason.TOO_MANY_ENGINES,
                    FULL_RETRY_DELAY,
                    maxCallCount + " calls wait for slow players, as many as allowed");
        }
        try {
            executor.execute(() -> {
                try {
                    call.run();
                } finally {
                    callCount.decrementAndGet();
                }
            });
        } catch (RejectedExecutionException e) {
            callCount.decrementAndGet();
            throw CallException.of(Reason.SHUTTING_DOWN, "the server is going down");
        }
    }

    /** Runs what must be done, however many calls wait. */
    void runSoon(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            work.run(); // The engines have been ended, so it will not have to wait.
        }
    }

    /** Lets calls under way end, and ends the threads. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
