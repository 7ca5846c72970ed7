package dev.tengen.server.execution;

import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executes calls that may block on threads of its own, so that the threads of the transport stay free for all others.
 * It has a bounded queue.
 *
 * <p>The calls of one session run one after another and occupy one thread together, so no session keeps others from
 * running. Thread-safe.
 */
public final class BlockingCallExecutor implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BlockingCallExecutor.class);
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
    private static final int KEEP_ALIVE_SECONDS = 10;

    private final ThreadPoolExecutor threads;
    private final int maxCallCount;
    private final Reason whenFull;
    private final String activity;
    private final AtomicInteger callCount = new AtomicInteger();

    /**
     * Creates an executor. Its threads start when they are needed.
     *
     * @param name the prefix of the names of its threads
     * @param threadCount maximum of calls that run at once
     * @param maxCallCount maximum of calls that run or wait
     * @param whenFull the reason of the error when there are more
     * @param activity what these calls do, for error messages, as in "wait for blocking players"
     */
    public BlockingCallExecutor(String name, int threadCount, int maxCallCount, Reason whenFull, String activity) {
        this.maxCallCount = maxCallCount;
        this.whenFull = whenFull;
        this.activity = activity;
        threads = new ThreadPoolExecutor(
                threadCount,
                threadCount,
                KEEP_ALIVE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                new ThreadFactoryBuilder()
                        .setNameFormat(name + "-%d")
                        .setDaemon(true)
                        .build());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the count of calls that run or wait. */
    public int callCount() {
        return callCount.get();
    }

    /** Returns the maximum of calls that run or wait. */
    public int maxCallCount() {
        return maxCallCount;
    }

    /** Returns the maximum of calls that run at once. */
    public int threadCount() {
        return threads.getMaximumPoolSize();
    }

    /** Returns an executor for calls that need no order. It throws {@link CallException} when the queue is full. */
    public CallExecutor unordered() {
        return (call, work) -> execute(threads, call, work);
    }

    /**
     * Returns an executor for the calls of one session, which run in the order of their arrival. It throws
     * {@link CallException} when the queue is full.
     */
    public CallExecutor newSequential() {
        Executor sequential = MoreExecutors.newSequentialExecutor(threads);
        return (call, work) -> execute(sequential, call, work);
    }

    private void execute(Executor executor, CallToken call, Runnable work) {
        reserve();
        AtomicBoolean hasStarted = new AtomicBoolean();
        Runnable once = () -> {
            if (hasStarted.compareAndSet(false, true)) {
                work.run();
            }
        };
        submit(executor, () -> {
            try {
                once.run();
            } finally {
                callCount.decrementAndGet();
            }
        });
        call.onCancel(once);
    }

    private void reserve() {
        if (callCount.incrementAndGet() > maxCallCount) {
            callCount.decrementAndGet();
            throw CallException.retryAfter(
                    whenFull,
                    RETRY_DELAY,
                    maxCallCount + " calls " + activity + " already, the maximum; retry when some have finished");
        }
    }

    private void submit(Executor executor, Runnable work) {
        try {
            executor.execute(work);
        } catch (RejectedExecutionException e) {
            callCount.decrementAndGet();
            LOG.debug("Closed; rejecting a call", e);
            throw CallException.shuttingDown();
        }
    }

    /** Runs {@code work} even if the queue is full; on the calling thread if the executor is closed. */
    public void executeAlways(Runnable work) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException e) {
            // The engines have been closed, so the work does not block.
            LOG.debug("Closed; running on the calling thread", e);
            work.run();
        }
    }

    /** Stops the threads when the calls that run or wait have finished. */
    @Override
    public void close() {
        threads.shutdown();
    }
}
