package dev.tengen.server.session;

import com.google.common.util.concurrent.MoreExecutors;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs calls that may take long in threads of their own: the transport's threads serve all others.
 *
 * <p>Calls of one session run one after another and take one thread together, so that no session keeps others from theirs.
 * Thread-safe.
 */
public final class SlowCalls implements AutoCloseable {
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final ThreadPoolExecutor threads;
    private final int maxCallCount;
    private final Reason whenFull;
    private final String waiting;
    private final AtomicInteger callCount = new AtomicInteger();

    /**
     * Makes the threads.
     *
     * @param name what the names of the threads begin with
     * @param threadCount calls that run at once
     * @param maxCallCount calls that may be there at once, those that wait included
     * @param whenFull why a call beyond that is refused
     * @param waiting what those that are there do, as in "wait for slow players"
     */
    public SlowCalls(String name, int threadCount, int maxCallCount, Reason whenFull, String waiting) {
        this.maxCallCount = maxCallCount;
        this.whenFull = whenFull;
        this.waiting = waiting;
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                threadCount, threadCount, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the count of calls that run or wait. */
    public int callCount() {
        return callCount.get();
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

    /** Runs {@code call}. Throws {@link CallException} where too many are there already. */
    private void run(Executor executor, Runnable call) {
        reservePlace();
        execute(executor, () -> {
            try {
                call.run();
            } finally {
                callCount.decrementAndGet();
            }
        });
    }

    /**
     * Runs {@code call}, which must throw nothing, and returns what ends it early: it does not begin, or its thread is
     * interrupted. Throws {@link CallException} where too many are there already.
     */
    public Runnable start(Runnable call) {
        reservePlace();
        FutureTask<Object> task = new FutureTask<>(Executors.callable(call)) {
            @Override
            protected void done() {
                callCount.decrementAndGet();
            }
        };
        execute(threads, task);
        return () -> {
            task.cancel(true);
            threads.remove(task);
        };
    }

    private void reservePlace() {
        if (callCount.incrementAndGet() > maxCallCount) {
            callCount.decrementAndGet();
            throw CallException.retryAfter(
                    whenFull, FULL_RETRY_DELAY, maxCallCount + " calls " + waiting + ", as many as allowed");
        }
    }

    private void execute(Executor executor, Runnable work) {
        try {
            executor.execute(work);
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
