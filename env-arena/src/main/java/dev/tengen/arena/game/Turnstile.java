package dev.tengen.arena.game;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets tasks through one at a time, in their order, each in the thread of somebody who came. A task that comes while another
 * runs, even within it, waits for it: so two players that move at once do not call each other ever deeper. Thread-safe.
 */
final class Turnstile {
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** Runs {@code task}, which must not throw, and those that come meanwhile; or leaves it to the thread that is inside. */
    void pass(Runnable task) {
        tasks.add(task);
        if (count.getAndIncrement() > 0) {
            return;
        }
        do {
            tasks.remove().run();
        } while (count.decrementAndGet() > 0);
    }
}
