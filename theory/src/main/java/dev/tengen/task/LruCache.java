package dev.tengen.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A cache that evicts the least recently used entry. Thread-safe. Two threads that miss the same key at the same time
 * may both compute its value.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class LruCache<K, V> {
    private final Map<K, V> entries;

    /** Creates a cache of at most {@code maxEntries} entries. */
    LruCache(int maxEntries) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxEntries;
            }
        };
    }

    /** Returns the value of {@code key}, computed by {@code loader} if it is not cached. */
    V get(K key, Supplier<V> loader) {
        synchronized (entries) {
            V known = entries.get(key);
            if (known != null) {
                return known;
            }
        }
        V value = loader.get();
        synchronized (entries) {
            entries.put(key, value);
        }
        return value;
    }

    /** Returns the number of cached entries. */
    int size() {
        synchronized (entries) {
            return entries.size();
        }
    }
}
