package dev.tengen.arena.clock;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;

/**
 * A time control. A player first uses the main time; each move made within it adds the increment. Then come overtime
 * periods: a move that is no longer than a period keeps it, a longer one uses up the periods that it needs.
 *
 * <p>A move that takes exactly the time left is in time; one nanosecond more is too late.
 *
 * @param main the main time, at most a day
 * @param increment the time added after each move (Fischer), at most an hour; zero with periods
 * @param periodCount the number of periods, 0 to 1000
 * @param period the length of a period, at most a day; zero without periods
 */
public record TimeControl(Duration main, Duration increment, int periodCount, Duration period) {
    private static final Duration MAX_TIME = Duration.ofDays(1);
    private static final Duration MAX_INCREMENT = Duration.ofHours(1);
    private static final int MAX_PERIOD_COUNT = 1000;

    /** No time limit. */
    public static final TimeControl NONE = new TimeControl(Duration.ZERO, Duration.ZERO, 0, Duration.ZERO);

    /**
     * Creates a time control.
     *
     * @throws InvalidValueException if a value is out of range, or contradicts another
     */
    public TimeControl {
        require("main_time", main, Duration.ZERO, MAX_TIME);
        require("increment", increment, Duration.ZERO, MAX_INCREMENT);
        InvalidValueException.requireWithin("period_count", periodCount, 0, MAX_PERIOD_COUNT);
        if (periodCount > 0) {
            require("period", period, Duration.ofNanos(1), MAX_TIME);
        } else if (!period.isZero()) {
            throw InvalidValueException.not("period", TimeControlFormat.format(period), "0s, as there are no periods");
        }
        if (!increment.isZero() && periodCount > 0) {
            throw InvalidValueException.not(
                    "increment", TimeControlFormat.format(increment), "0s, as there are periods");
        }
        if (!increment.isZero() && main.isZero()) {
            throw InvalidValueException.not("main_time", "0s", "more than 0s, as there is an increment");
        }
    }

    private static void require(String field, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw InvalidValueException.outside(
                    field,
                    TimeControlFormat.format(value),
                    TimeControlFormat.format(min),
                    TimeControlFormat.format(max));
        }
    }

    /** Returns a limit for each move. */
    public static TimeControl perMove(Duration limit) {
        return byoYomi(Duration.ZERO, 1, limit);
    }

    /** Returns sudden death: a limit for all moves together. */
    public static TimeControl suddenDeath(Duration main) {
        require("main_time", main, Duration.ofNanos(1), MAX_TIME);
        return new TimeControl(main, Duration.ZERO, 0, Duration.ZERO);
    }

    /** Returns byo-yomi: {@code main} time and then {@code periodCount} periods, one or more. */
    public static TimeControl byoYomi(Duration main, int periodCount, Duration period) {
        if (periodCount < 1) {
            throw InvalidValueException.outside("period_count", periodCount, 1, MAX_PERIOD_COUNT);
        }
        return new TimeControl(main, Duration.ZERO, periodCount, period);
    }

    /** Returns Fischer time: {@code main} time, to which each move adds {@code increment}. */
    public static TimeControl fischer(Duration main, Duration increment) {
        require("increment", increment, Duration.ofNanos(1), MAX_INCREMENT);
        return new TimeControl(main, increment, 0, Duration.ZERO);
    }

    /**
     * Parses a time control: "none", "5s/move", "10m" (sudden death), "10m+5x30s" (byo-yomi) or "5m+3s" (Fischer). A
     * duration is whole numbers with units h, m, s, ms, us, ns, longest first, such as "1m30s".
     *
     * @throws InvalidValueException if {@code text} is not a time control
     */
    public static TimeControl parse(String text) {
        return TimeControlFormat.parse(text);
    }

    /** Returns whether there is a time limit. */
    public boolean isLimited() {
        return !main.isZero() || periodCount > 0;
    }

    /** Returns the time at the start of a game. */
    public TimeLeft start() {
        return new TimeLeft(main.toNanos(), periodCount, period.toNanos());
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        return TimeControlFormat.format(this);
    }
}
