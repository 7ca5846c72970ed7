package dev.tengen.arena.game;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The time of this machine, with a timer thread. */
public final class SystemTimeSource implements TimeSource, AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    /** Creates a source. Its thread starts with the first task. */
    public SystemTimeSource() {
        timer = new ScheduledThreadPoolExecutor(
                1,
                new ThreadFactoryBuilder()
                        .setNameFormat("arena clock")
                        .setDaemon(true)
                        .build());
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        Future<?> future = timer.schedule(() -> run(task), atNanos - nanoTime(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /**
     * Runs {@code task}. The timer keeps an error in a future that nobody reads, so the thread's handler gets it too.
     */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            throw e;
        }
    }

    /** Stops the thread. Scheduled tasks no longer run. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
