package dev.tengen.gtp.driver;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** The end of a time limit. */
final class Deadline {
    private final Duration limit;
    private final String name;
    private final long endNanos;

    private Deadline(Duration limit, String name) {
        this.limit = limit;
        this.name = name;
        endNanos = System.nanoTime() + limit.toNanos();
    }

    /** Returns the deadline {@code limit} from now, for a command. */
    static Deadline in(Duration limit) {
        return new Deadline(limit, "the limit for the command");
    }

    /** Returns the end of the time for the start of an engine. */
    static Deadline ofStart(EngineSpec spec) {
        return new Deadline(spec.startTimeout(), "its limit for a start");
    }

    /**
     * Returns the end of the time for a move: that of the clock or of the spec, whichever is first.
     *
     * @param clock the time that the clock of the game allows; empty without a clock
     */
    static Deadline ofMove(EngineSpec spec, Optional<Duration> clock) {
        Duration own = spec.moveTimeout().or(() -> clock).orElse(EngineSpec.DEFAULT_MOVE_TIMEOUT);
        return clock.filter(allowed -> allowed.compareTo(own) <= 0)
                .map(allowed -> new Deadline(allowed, "the time on its clock"))
                .orElseGet(() -> new Deadline(own, "its limit for a move"));
    }

    /** Returns which limit this is, and how long, such as "10 s, its start limit". */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.3g s, %s", limit.toMillis() / 1000.0, name);
    }

    /** Returns the remaining time; 0 after the end. */
    long remainingNanos() {
        return Math.max(0, endNanos - System.nanoTime());
    }
}
