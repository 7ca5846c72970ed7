package dev.tengen.arena.game;

/** Tells the time and wakes up at one. Thread-safe. */
public interface TimeSource {
    /** Returns nanoseconds since some moment, as {@link System#nanoTime} does. */
    long nanoTime();

    /**
     * Runs {@code task} once {@link #nanoTime} is {@code atNanos} or later, in another thread or later in this one; it takes
     * little time. Returns what makes that it does not run, if it has not yet.
     */
    Runnable schedule(long atNanos, Runnable task);
}
