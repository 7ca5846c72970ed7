package dev.tengen.arena.clock;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;

/**
 * How much time a player has. Main time is used first, and grows by the increment with each move made within it. After it come
 * periods: a move that takes no longer than a period leaves it whole, a longer one uses up as many periods as it must.
 *
 * <p>A move that takes exactly what is left is in time; one nanosecond more is too late.
 *
 * @param main the main time, at most a day
 * @param increment what is added after each move (Fischer), at most an hour; zero where there are periods
 * @param periodCount the count of periods, at most 1000; 0 where there are none
 * @param period the length of a period, at most a day; zero where there are none
 */
public record TimeControl(Duration main, Duration increment, int periodCount, Duration period) {
    private static final Duration MAX_TIME = Duration.ofDays(1);
    private static final Duration MAX_INCREMENT = Duration.ofHours(1);
    private static final int MAX_PERIOD_COUNT = 1000;

    /** No limit at all. */
    public static final TimeControl NONE = new TimeControl(Duration.ZERO, Duration.ZERO, 0, Duration.ZERO);

    /** Makes a time control. Throws {@link InvalidValueException} where a value is out of range, or is not to be with others. */
    public TimeControl {
        require("main_time", main, Duration.ZERO, MAX_TIME);
        require("increment", increment, Duration.ZERO, MAX_INCREMENT);
        if (periodCount < 0 || periodCount > MAX_PERIOD_COUNT) {
            throw InvalidValueException.outside("period_count", periodCount, 0, MAX_PERIOD_COUNT);
        }
        if (periodCount > 0) {
            require("period", period, Duration.ofNanos(1), MAX_TIME);
        } else if (!period.isZero()) {
            throw InvalidValueException.not("period", DurationText.of(period), "0s, as there are no periods");
        }
        if (!increment.isZero() && periodCount > 0) {
            throw InvalidValueException.not("increment", DurationText.of(increment), "0s, as there are periods");
        }
        if (!increment.isZero() && main.isZero()) {
            throw InvalidValueException.not("main_time", "0s", "more than 0s, as there is an increment");
        }
    }

    private static void require(String field, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw InvalidValueException.outside(
                    field, DurationText.of(value), DurationText.of(min), DurationText.of(max));
        }
    }

    /** Returns the time control under which each move may take {@code limit}. */
    public static TimeControl perMove(Duration limit) {
        return byoYomi(Duration.ZERO, 1, limit);
    }

    /** Returns the time control under which all moves together may take {@code main}. */
    public static TimeControl suddenDeath(Duration main) {
        require("main_time", main, Duration.ofNanos(1), MAX_TIME);
        return new TimeControl(main, Duration.ZERO, 0, Duration.ZERO);
    }

    /** Returns the time control of {@code main} time and then {@code periodCount} periods, one or more. */
    public static TimeControl byoYomi(Duration main, int periodCount, Duration period) {
        if (periodCount < 1) {
            throw InvalidValueException.outside("period_count", periodCount, 1, MAX_PERIOD_COUNT);
        }
        return new TimeControl(main, Duration.ZERO, periodCount, period);
    }

    /** Returns the time control of {@code main} time, to which each move adds {@code increment}. */
    public static TimeControl fischer(Duration main, Duration increment) {
        require("increment", increment, Duration.ofNanos(1), MAX_INCREMENT);
        return new TimeControl(main, increment, 0, Duration.ZERO);
    }

    /**
     * Returns the time control that {@code text} says: "none", "5s/move", "10m" (sudden death), "10m+5x30s" (byo-yomi) or
     * "5m+3s" (Fischer). A duration is whole numbers with units h, m, s, ms, us, ns, the larger ones first, as in "1m30s".
     *
     * <p>Throws {@link InvalidValueException} where it says none.
     */
    public static TimeControl parse(String text) {
        return TimeControlText.parse(text);
    }

    /** Returns whether there is a limit. */
    public boolean isLimited() {
        return !main.isZero() || periodCount > 0;
    }

    /** Returns what a player has at the start. */
    public TimeLeft start() {
        return new TimeLeft(main.toNanos(), periodCount, period.toNanos());
    }

    /** Returns this as {@link #parse} reads it. */
    @Override
    public String toString() {
        return TimeControlText.of(this);
    }
}
