package dev.tengen.arena.game;

/** A clock with a timer. Thread-safe. */
public interface TimeSource {
    /** Returns the nanoseconds since an arbitrary origin, as {@link System#nanoTime} does. */
    long nanoTime();

    /**
     * Runs {@code task}, which must be short, once {@link #nanoTime} is {@code atNanos} or later: in another thread, or
     * later in this one. Returns an action that cancels it, unless it has run.
     */
    Runnable schedule(long atNanos, Runnable task);
}
