package dev.tengen.cgt;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * A cache of results that is cleared when it is full, so that its memory is bounded. The number of cache misses, and so
 * of steps, is the same in every run. Not thread-safe.
 */
final class BoundedCache<K, V> {
    private final int maxEntries;
    private final Map<K, V> entries = new HashMap<>();

    BoundedCache(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    /** Returns the value of {@code key}, computed by {@code loader} if it is not cached. */
    V get(K key, Function<K, V> loader) {
        V known = entries.get(key);
        if (known != null) {
            return known;
        }
        // No computeIfAbsent: the loader may use the same cache.
        V value = loader.apply(key);
        if (entries.size() >= maxEntries) {
            entries.clear();
        }
        entries.put(key, value);
        return value;
    }
}
