package dev.tengen.journal;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** The sessions that a server has taken a short time ago, and keeps for now. Thread-safe. */
final class Stays {
    private final long stayNanos;
    private final LongSupplier nanoTime;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();

    /**
     * Creates an empty set of sessions that stay for {@code stay} on the clock {@code nanoTime}, such as
     * {@link System#nanoTime}.
     */
    Stays(Duration stay, LongSupplier nanoTime) {
        stayNanos = stay.toNanos();
        this.nanoTime = nanoTime;
    }

    /** Adds the session called {@code id}, and forgets those whose time is over. */
    void add(String id) {
        long now = nanoTime.getAsLong();
        ends.values().removeIf(end -> now - end >= 0);
        ends.put(id, now + stayNanos);
    }

    /** Returns whether the session called {@code id} stays now. */
    boolean contains(String id) {
        Long end = ends.get(id);
        return end != null && nanoTime.getAsLong() - end < 0;
    }
}
