package dev.tengen.server.session;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.HexFormat;

/**
 * The ids of sessions that have expired, so that the error of a later call can say so. Takes the same memory from the
 * start, 1.6 MB, however many sessions expire. Thread-safe.
 */
final class ExpiredIds {
    /*
     * A set-associative cache. The first 64 bits of an id, which are random, choose one of SET_COUNT sets and are kept
     * in one of its WAY_COUNT places. A new id takes the place of the oldest one in its set. There are 100,000 places.
     * With 50,000 ids, about one in 120 is lost early; then its error is that of an unknown id.
     */
    private static final int SET_COUNT = 12_500;
    private static final int WAY_COUNT = 8;
    private static final int KEY_DIGITS = Long.SIZE / 4;

    /** The key of a free place. */
    private static final long FREE = 0;

    private final int idLength;
    private final long retentionNanos;
    private final Ticker ticker;
    private final long[] keys = new long[SET_COUNT * WAY_COUNT];

    /** The time at which each key was added, in nanoseconds of the ticker. */
    private final long[] times = new long[SET_COUNT * WAY_COUNT];

    /**
     * Creates an empty set.
     *
     * @param idLength the length of ids: lowercase hexadecimal digits, 16 or more
     * @param retention how long an id is kept
     */
    ExpiredIds(int idLength, Duration retention, Ticker ticker) {
        this.idLength = idLength;
        retentionNanos = retention.toNanos();
        this.ticker = ticker;
    }

    /** Adds an id, which must have the length and the digits of ids. */
    synchronized void add(String id) {
        long key = key(id);
        int first = firstPlace(key);
        int chosen = first;
        for (int place = first; place < first + WAY_COUNT && keys[chosen] != FREE; place++) {
            if (keys[place] == FREE || times[place] - times[chosen] < 0) {
                chosen = place;
            }
        }
        keys[chosen] = key;
        times[chosen] = ticker.read();
    }

    /** Returns whether {@code id}, any text, was added within the retention time. */
    synchronized boolean contains(String id) {
        if (id.length() != idLength || !id.chars().allMatch(HexFormat::isHexDigit)) {
            return false;
        }
        long key = key(id);
        int first = firstPlace(key);
        long now = ticker.read();
        for (int place = first; place < first + WAY_COUNT; place++) {
            if (keys[place] == key && now - times[place] < retentionNanos) {
                return true;
            }
        }
        return false;
    }

    private static long key(String id) {
        long key = HexFormat.fromHexDigitsToLong(id, 0, KEY_DIGITS);
        return key == FREE ? 1 : key;
    }

    private static int firstPlace(long key) {
        return (int) Long.remainderUnsigned(key, SET_COUNT) * WAY_COUNT;
    }
}
