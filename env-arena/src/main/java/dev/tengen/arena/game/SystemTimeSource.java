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
        Future<?> future = timer.schedule(task, atNanos - nanoTime(), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Stops the thread. Scheduled tasks no longer run. */
    @Override
    public void close() {
        timer.shutdownNow();
    }
}
