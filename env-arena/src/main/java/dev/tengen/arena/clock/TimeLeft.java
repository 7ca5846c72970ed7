package dev.tengen.arena.clock;

import java.util.Optional;

/**
 * What a player under a limit has left before a move.
 *
 * @param mainNanos nanoseconds of main time, 0 or more
 * @param periodCount periods, 0 or more
 * @param periodNanos nanoseconds of each period
 */
public record TimeLeft(long mainNanos, int periodCount, long periodNanos) {
    /** Returns the nanoseconds that the next move may take, exactly so many included. */
    public long allowedNanos() {
        return mainNanos + periodCount * periodNanos;
    }

    /**
     * Returns what is left after a move that took {@code usedNanos}, 0 or more, the increment not yet added; nothing where the
     * move took longer than allowed.
     */
    Optional<TimeLeft> after(long usedNanos) {
        assert usedNanos >= 0 : "used " + usedNanos + " ns";
        if (usedNanos <= mainNanos) {
            return Optional.of(new TimeLeft(mainNanos - usedNanos, periodCount, periodNanos));
        }
        if (usedNanos > allowedNanos()) {
            return Optional.empty();
        }
        long overtime = usedNanos - mainNanos;
        // A period that is used to its last nanosecond is not used up.
        int usedUp = (int) ((overtime - 1) / periodNanos);
        return Optional.of(new TimeLeft(0, periodCount - usedUp, periodNanos));
    }

    /** Returns this with {@code nanos} more main time. */
    TimeLeft plus(long nanos) {
        return new TimeLeft(Math.addExact(mainNanos, nanos), periodCount, periodNanos);
    }
}
