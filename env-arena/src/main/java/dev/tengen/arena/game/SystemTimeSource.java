package dev.tengen.arena.game;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The time of this machine, with one thread that wakes up. */
public final class SystemTimeSource implements TimeSource, AutoCloseable {
    private final ScheduledThreadPoolExecutor alarms;

    /** Starts the thread. */
    public SystemTimeSource() {
        alarms = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "arena clock");
            thread.setDaemon(true);
            return thread;
        });
        alarms.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        Future<?> alarm = alarms.schedule(task, atNanos - nanoTime(), TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    /** Ends the thread; nothing that is scheduled runs any more. */
    @Override
    public void close() {
        alarms.shutdownNow();
    }
}
