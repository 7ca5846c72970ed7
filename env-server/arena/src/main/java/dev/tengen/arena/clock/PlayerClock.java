package dev.tengen.arena.clock;

import dev.tengen.base.InvalidValueException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The clock of one player. It runs from {@link #start} to {@link #stop}. The caller passes the time: the values of a
 * monotonic source with an arbitrary origin, such as {@link System#nanoTime}.
 *
 * <p>A network allowance of each move does not count: a shorter move costs nothing, a longer one costs only the excess.
 * An unused allowance expires. Not thread-safe.
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
     * Creates a stopped clock.
     *
     * @throws InvalidValueException if {@code allowance} is negative or more than a minute
     */
    public PlayerClock(TimeControl control, Duration allowance) {
        this.control = control;
        allowanceNanos = requireAllowance(allowance).toNanos();
        left = control.start();
    }

    /**
     * Returns {@code allowance}.
     *
     * @throws InvalidValueException if it is negative or more than a minute
     */
    public static Duration requireAllowance(Duration allowance) {
        if (allowance.isNegative() || allowance.compareTo(MAX_ALLOWANCE) > 0) {
            throw InvalidValueException.outside(
                    "network_allowance",
                    TimeControlFormat.format(allowance),
                    "0s",
                    TimeControlFormat.format(MAX_ALLOWANCE));
        }
        return allowance;
    }

    /**
     * Starts the player's turn.
     *
     * @throws IllegalStateException if the clock is running or has expired
     */
    public void start(long nowNanos) {
        if (isRunning || isExpired) {
            throw new IllegalStateException(isRunning ? "the clock is already running" : "the time is over");
        }
        isRunning = true;
        startedNanos = nowNanos;
    }

    /**
     * Returns the last moment at which the move is in time, on the scale of the time passed to {@link #start}; empty
     * for no limit. The clock must be running.
     */
    public OptionalLong deadlineNanos() {
        requireRunning();
        return control.isLimited()
                ? OptionalLong.of(startedNanos + allowanceNanos + left.allowedNanos())
                : OptionalLong.empty();
    }

    /** Returns the nanoseconds of the turn so far, including the allowance. The clock must be running. */
    public long elapsedNanos(long nowNanos) {
        requireRunning();
        long elapsed = nowNanos - startedNanos;
        if (elapsed < 0) {
            throw new IllegalArgumentException("time went back by " + -elapsed + " ns");
        }
        return elapsed;
    }

    /** Ends the player's turn, and returns whether it was in time. The clock must be running. */
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
            throw new IllegalStateException("the clock is stopped");
        }
    }

    /** Returns the time left when the clock last started or stopped; all zero for no limit. */
    public TimeLeft left() {
        return left;
    }
}
