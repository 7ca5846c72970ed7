package dev.tengen.arena.clock;

import dev.tengen.board.InvalidValueException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The clock of one player. It runs from {@link #start} to {@link #stop}, and knows of time only what it is told there: the
 * values of a source that never goes back and may begin anywhere, as {@link System#nanoTime} does.
 *
 * <p>Of each move an allowance is free, for the network: a move that takes no longer costs nothing, a longer one what it takes
 * beyond. What is not used of it is lost. Not thread-safe.
 */
public final class PlayerClock {
    private static final Duration MAX_ALLOWANCE = Duration.ofMinutes(1);

    private final TimeControl control;
    private final long allowanceNanos;
    private TimeLeft left;
    private boolean isRunning;
    private boolean isExpired;
    private long startedNanos;

    /**
     * Makes a clock that stands. Throws {@link InvalidValueException} where {@code allowance} is negative or more than a minute.
     */
    public PlayerClock(TimeControl control, Duration allowance) {
        this.control = control;
        allowanceNanos = requireAllowance(allowance).toNanos();
        left = control.start();
    }

    /** Returns {@code allowance} if it is one. Throws {@link InvalidValueException} otherwise. */
    public static Duration requireAllowance(Duration allowance) {
        if (allowance.isNegative() || allowance.compareTo(MAX_ALLOWANCE) > 0) {
            throw InvalidValueException.outside(
                    "network_allowance", DurationText.of(allowance), "0s", DurationText.of(MAX_ALLOWANCE));
        }
        return allowance;
    }

    /** Begins the player's turn. Throws {@link IllegalStateException} where one has begun, or the time is over. */
    public void start(long nowNanos) {
        if (isRunning || isExpired) {
            throw new IllegalStateException(isRunning ? "the clock runs already" : "the time is over");
        }
        isRunning = true;
        startedNanos = nowNanos;
    }

    /**
     * Returns the last moment at which the move is in time, on the scale of what {@link #start} was told; nothing where there
     * is no limit. The clock must run.
     */
    public OptionalLong deadlineNanos() {
        requireRunning();
        return control.isLimited()
                ? OptionalLong.of(startedNanos + allowanceNanos + left.allowedNanos())
                : OptionalLong.empty();
    }

    /** Returns the nanoseconds of the turn up to now, allowance included. The clock must run. */
    public long elapsedNanos(long nowNanos) {
        requireRunning();
        long elapsed = nowNanos - startedNanos;
        if (elapsed < 0) {
            throw new IllegalArgumentException("time went back by " + -elapsed + " ns");
        }
        return elapsed;
    }

    /** Ends the player's turn, and returns whether it was in time. The clock must run. */
    public boolean stop(long nowNanos) {
        long used = Math.max(0, elapsedNanos(nowNanos) - allowanceNanos);
        isRunning = false;
        if (!control.isLimited()) {
            return true;
        }
        Optional<TimeLeft> after = left.after(used);
        isExpired = after.isEmpty();
        left = after.map(rest -> rest.plus(control.increment().toNanos()))
                .orElse(new TimeLeft(0, 0, control.period().toNanos()));
        return !isExpired;
    }

    private void requireRunning() {
        if (!isRunning) {
            throw new IllegalStateException("the clock stands");
        }
    }

    /** Returns what was left when the clock was started last or stopped since; all zero where there is no limit. */
    public TimeLeft left() {
        return left;
    }
}
