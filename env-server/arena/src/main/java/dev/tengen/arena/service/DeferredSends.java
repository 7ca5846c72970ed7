package dev.tengen.arena.service;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Lets each stream send once after a request that changes many games. Without it, a request with 32 answers would cause
 * 32 messages to the opponents, and the opponents would never answer in batches themselves.
 *
 * <p>Thread-safe: each thread has its own streams that wait.
 */
final class DeferredSends {
    private static final ThreadLocal<@Nullable Set<Runnable>> WAITING = new ThreadLocal<>();

    private DeferredSends() {}

    /** Runs {@code work}, and then each {@code send} that {@link #defer} accepted meanwhile, once. */
    static void during(Runnable work) {
        if (WAITING.get() != null) {
            work.run(); // The outer call sends.
            return;
        }
        WAITING.set(new LinkedHashSet<>());
        try {
            work.run();
        } finally {
            List<Runnable> sends = new ArrayList<>(Objects.requireNonNull(WAITING.get()));
            WAITING.remove();
            sends.forEach(Runnable::run);
        }
    }

    /** Returns whether the present thread will run {@code send}, which must not throw, after its request. */
    static boolean defer(Runnable send) {
        Set<Runnable> waiting = WAITING.get();
        if (waiting == null) {
            return false;
        }
        waiting.add(send);
        return true;
    }
}
