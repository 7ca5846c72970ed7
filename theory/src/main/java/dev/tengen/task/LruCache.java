package dev.tengen.task;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A cache that evicts the least recently used entry, and all entries when nobody has used it for a while. Thread-safe. Two threads
 * that miss the same key at the same time may both compute its value.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
final class LruCache<K, V> {
    private final int maxEntries;
    private final Executor later;
    private Map<K, V> entries;
    private boolean isUsed;
    private boolean isChecked;

    /** Creates a cache of at most {@code maxEntries} entries, which is emptied after a minute without use. */
    LruCache(int maxEntries) {
        this(maxEntries, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES));
    }

    /** Creates a cache that is emptied if it is not used between two tasks of {@code later}, which delays each. */
    LruCache(int maxEntries, Executor later) {
        this.maxEntries = maxEntries;
        this.later = later;
        entries = empty();
    }

    private Map<K, V> empty() {
        return new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maxEntries;
            }
        };
    }

    /** Returns the value of {@code key}, computed by {@code loader} if it is not cached. */
    V get(K key, Supplier<V> loader) {
        synchronized (this) {
            isUsed = true;
            V known = entries.get(key);
            if (known != null) {
                return known;
            }
        }
        V value = loader.get();
        put(key, value);
        return value;
    }

    private synchronized void put(K key, V value) {
        entries.put(key, value);
        if (!isChecked) {
            isChecked = true;
            later.execute(this::check);
        }
    }

    private synchronized void check() {
        if (isUsed) {
            isUsed = false;
            later.execute(this::check);
        } else {
            entries = empty(); // An empty map would keep its table.
            isChecked = false;
        }
    }

    /** Returns the number of cached entries. */
    synchronized int size() {
        return entries.size();
    }
}
