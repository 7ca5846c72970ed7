package dev.tengen.server.execution;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** A limit on how many things of a kind all streams may reserve together. Thread-safe. */
public final class Quota {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

    private final String things;
    private final String field;
    private final Reason reason;
    private final int max;
    private final AtomicInteger reserved = new AtomicInteger();

    /**
     * Creates a quota with nothing reserved.
     *
     * @param things what is counted, for error messages, as in "lanes"
     * @param field the request field that says how many to reserve
     * @param reason the reason of the error when the quota is exceeded
     * @param max the maximum
     */
    public Quota(String things, String field, Reason reason, int max) {
        this.things = things;
        this.field = field;
        this.reason = reason;
        this.max = max;
    }

    /** Returns the maximum. */
    public int max() {
        return max;
    }

    /** Returns how many are reserved. */
    public int reserved() {
        return reserved.get();
    }

    /**
     * Reserves {@code count}.
     *
     * @throws CallException if fewer are free
     */
    public void reserve(int count) {
        int before = reserved.getAndUpdate(now -> count <= max - now ? now + count : now);
        if (count > max - before) {
            throw CallException.retryAfter(
                            reason,
                            RETRY_DELAY,
                            before + " of " + max + " " + things + " are open; there is no room for " + count + " more")
                    .with("field", field)
                    .with("value", count)
                    .with("allowed", "[1, " + (max - before) + "]");
        }
    }

    /** Releases {@code count} that were reserved. */
    public void release(int count) {
        reserved.addAndGet(-count);
    }
}
