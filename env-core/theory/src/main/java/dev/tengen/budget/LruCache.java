package dev.tengen.budget;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * A cache of a limited size that evicts the least recently used entries, and all entries when nobody has used it for a
 * while. Thread-safe. Two threads that miss the same key at the same time may both compute its value.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class LruCache<K, V> {
    private final long maxBytes;
    private final ToLongFunction<K> entryBytes;
    private final Executor later;
    private Map<K, V> entries = empty();
    private long bytes;
    private boolean isUsed;
    private boolean isChecked;

    /**
     * Creates a cache that takes at most {@code maxBytes}, or one entry. It is emptied after a minute without use.
     *
     * @param entryBytes the size of an entry with this key
     */
    public LruCache(long maxBytes, ToLongFunction<K> entryBytes) {
        this(maxBytes, entryBytes, CompletableFuture.delayedExecutor(1, TimeUnit.MINUTES));
    }

    /** Creates a cache that is emptied if it is not used between two tasks of {@code later}, which delays each. */
    LruCache(long maxBytes, ToLongFunction<K> entryBytes, Executor later) {
        this.maxBytes = maxBytes;
        this.entryBytes = entryBytes;
        this.later = later;
    }

    private static <K, V> Map<K, V> empty() {
        return new LinkedHashMap<>(16, 0.75f, true);
    }

    /** Returns the value of {@code key}, computed by {@code loader} if it is not cached. */
    public V get(K key, Supplier<V> loader) {
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
        if (entries.put(key, value) == null) {
            bytes += entryBytes.applyAsLong(key);
        }
        Iterator<K> oldest = entries.keySet().iterator();
        while (bytes > maxBytes && entries.size() > 1) {
            bytes -= entryBytes.applyAsLong(oldest.next());
            oldest.remove();
        }
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
            entries = empty(); // A cleared map would keep its table.
            bytes = 0;
            isChecked = false;
        }
    }

    /** Returns the number of cached entries. */
    synchronized int size() {
        return entries.size();
    }
}
