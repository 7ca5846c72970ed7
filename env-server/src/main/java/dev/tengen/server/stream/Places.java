package dev.tengen.server.stream;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Places for things that streams hold, of which a server has so many. Thread-safe. */
public final class Places {
    private static final Duration FULL_RETRY_DELAY = Duration.ofSeconds(1);

    private final String things;
    private final String field;
    private final Reason reason;
    private final int max;
    private final AtomicInteger taken = new AtomicInteger();

    /** Makes {@code max} places for {@code things}; {@code field} of a request says how many it takes. */
    public Places(String things, String field, Reason reason, int max) {
        this.things = things;
        this.field = field;
        this.reason = reason;
        this.max = max;
    }

    /** Returns how many there are. */
    public int max() {
        return max;
    }

    /** Returns how many are taken. */
    public int taken() {
        return taken.get();
    }

    /** Takes {@code count} places. Throws {@link CallException} where there are not as many left. */
    public void take(int count) {
        int before = taken.getAndUpdate(now -> count <= max - now ? now + count : now);
        if (count > max - before) {
            throw CallException.retryAfter(
                            reason,
                            FULL_RETRY_DELAY,
                            before + " of " + max + " " + things + " are open; there is no room for " + count + " more")
                    .with("field", field)
                    .with("value", count)
                    .with("allowed", "[1, " + (max - before) + "]");
        }
    }

    /** Gives {@code count} places back. */
    public void giveBack(int count) {
        taken.addAndGet(-count);
    }
}
