package dev.tengen.server.testing;

import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only moves when it is advanced. */
public final class FakeTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long read() {
        return nanos.get();
    }

    /** Advances the clock. */
    public void advance(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
