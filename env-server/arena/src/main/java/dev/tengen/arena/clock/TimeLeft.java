package dev.tengen.arena.clock;

import java.util.Optional;

/**
 * The time that a player has left before a move.
 *
 * @param mainNanos the nanoseconds of main time, 0 or more
 * @param periodCount the number of periods, 0 or more
 * @param periodNanos the nanoseconds of a period
 */
public record TimeLeft(long mainNanos, int periodCount, long periodNanos) {
    /** Returns the maximum nanoseconds of the next move, inclusive. */
    public long allowedNanos() {
        return mainNanos + periodCount * periodNanos;
    }

    /**
     * Returns the time left after a move that took {@code usedNanos}, 0 or more, without the increment; empty if the
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
        // A period used to its last nanosecond is not used up.
        int usedUp = (int) ((overtime - 1) / periodNanos);
        return Optional.of(new TimeLeft(0, periodCount - usedUp, periodNanos));
    }

    /** Returns this with {@code nanos} more main time. */
    TimeLeft plus(long nanos) {
        return new TimeLeft(Math.addExact(mainNanos, nanos), periodCount, periodNanos);
    }
}
