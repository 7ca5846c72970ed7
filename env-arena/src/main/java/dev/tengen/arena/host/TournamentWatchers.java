package dev.tengen.arena.host;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArraySet;

/** Those who watch tournaments. Thread-safe. */
final class TournamentWatchers {
    private final Map<String, Set<Runnable>> byName = new ConcurrentHashMap<>();

    /** Adds {@code listener} to those of the tournament called {@code name}; returns what takes it away. */
    Runnable add(String name, Runnable listener) {
        byName.compute(name, (key, known) -> {
            Set<Runnable> all = known == null ? new CopyOnWriteArraySet<>() : known;
            all.add(listener);
            return all;
        });
        return () -> remove(name, listener);
    }

    private void remove(String name, Runnable listener) {
        byName.computeIfPresent(name, (key, known) -> {
            known.remove(listener);
            return known.isEmpty() ? null : known;
        });
    }

    /** Tells those of one tournament. */
    void tell(String name) {
        byName.getOrDefault(name, Set.of()).forEach(Runnable::run);
    }

    /** Tells all. */
    void tellAll() {
        byName.values().forEach(all -> all.forEach(Runnable::run));
    }
}
