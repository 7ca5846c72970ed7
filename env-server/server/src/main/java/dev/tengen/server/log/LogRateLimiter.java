package dev.tengen.server.log;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * A rate limit for log lines, separate for each kind. A kind is a logger, a level and the class of the exception. In
 * each period, a kind may log a number of lines; the rest are counted. A period starts with the first line after the
 * last period.
 *
 * <p>Thread-safe. Memory is bounded: after {@value #MAX_KIND_COUNT} kinds, all others share one limit.
 */
public final class LogRateLimiter {
    /** The default maximum of lines of a kind in a period. */
    public static final int DEFAULT_MAX_LINE_COUNT = 20;

    /** The default period. */
    public static final Duration DEFAULT_PERIOD = Duration.ofSeconds(10);

    private static final int MAX_KIND_COUNT = 1000;
    private static final Kind OTHERS = new Kind("", "", "");

    private final int maxLineCount;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private final Map<Kind, Window> windows = new HashMap<>();

    /** Creates a limit with the default count and period. */
    public LogRateLimiter() {
        this(DEFAULT_MAX_LINE_COUNT, DEFAULT_PERIOD, System::nanoTime);
    }

    /**
     * Creates a limit.
     *
     * @param maxLineCount maximum of lines of a kind in a period, 1 or more
     * @param period the length of a period
     * @param nanoTime returns the time in nanoseconds, like {@link System#nanoTime}
     */
    public LogRateLimiter(int maxLineCount, Duration period, LongSupplier nanoTime) {
        this.maxLineCount = maxLineCount;
        this.periodNanos = period.toNanos();
        this.nanoTime = nanoTime;
    }

    private record Kind(String logger, String level, String thrown) {}

    /** The present period of a kind. */
    private static final class Window {
        private long start;
        private long count;

        private Window(long start) {
            this.start = start;
        }
    }

    /**
     * What to do with a line.
     *
     * @param isLogged whether to log it
     * @param isLast whether it is the last line of its kind in this period
     * @param suppressedCount number of lines of its kind that were suppressed in the period before this line, 0 unless
     *     this line starts a period
     */
    public record Decision(boolean isLogged, boolean isLast, long suppressedCount) {}

    /**
     * Decides about a line, and counts it.
     *
     * @param logger name of the logger
     * @param level name of the level
     * @param thrown class of the exception; empty if there is none
     */
    public synchronized Decision next(String logger, String level, String thrown) {
        long now = nanoTime.getAsLong();
        Kind kind = new Kind(logger, level, thrown);
        boolean isKnown = windows.size() < MAX_KIND_COUNT || windows.containsKey(kind);
        Window window = windows.computeIfAbsent(isKnown ? kind : OTHERS, any -> new Window(now));
        long suppressedCount = 0;
        if (now - window.start >= periodNanos) {
            suppressedCount = Math.max(0, window.count - maxLineCount);
            window.start = now;
            window.count = 0;
        }
        window.count++;
        return new Decision(window.count <= maxLineCount, window.count == maxLineCount, suppressedCount);
    }

    /** Returns the period in seconds, for messages. */
    public long periodSeconds() {
        return Duration.ofNanos(periodNanos).toSeconds();
    }
}
