package dev.tengen.arena.host;

import dev.tengen.arena.game.TimeSource;
import java.time.Duration;

/** The quota of one player: how many games it plays at once, and how many it starts in an hour. Thread-safe. */
final class GameQuota {
    /*
     * A token bucket: it holds the games of an hour, each start takes one token, and tokens flow back evenly.
     */
    private static final double NANOS_PER_HOUR = Duration.ofHours(1).toNanos();

    private final int maxCount;
    private final int perHour;
    private final TimeSource time;
    private int count;
    private double tokens;
    private long filledAt;

    GameQuota(int maxCount, int perHour, TimeSource time) {
        this.maxCount = maxCount;
        this.perHour = perHour;
        this.time = time;
        tokens = perHour;
        filledAt = time.nanoTime();
    }

    /** Returns whether another game may start. */
    synchronized boolean isFree() {
        long now = time.nanoTime();
        tokens = Math.min(perHour, tokens + (now - filledAt) * perHour / NANOS_PER_HOUR);
        filledAt = now;
        return count < maxCount && tokens >= 1;
    }

    /** Takes a place for a game, if {@link #isFree}, and returns whether it did. */
    synchronized boolean reserve() {
        if (!isFree()) {
            return false;
        }
        count++;
        tokens--;
        return true;
    }

    /** Gives back the place and the start of a game that does not start. */
    synchronized void unreserve() {
        count--;
        tokens++;
    }

    /** Gives back the place of a game that has ended. */
    synchronized void ended() {
        count--;
    }
}
