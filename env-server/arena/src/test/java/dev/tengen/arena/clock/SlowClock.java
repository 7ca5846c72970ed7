package dev.tengen.arena.clock;

/** A reference implementation of the clock that counts down one nanosecond at a time. */
final class SlowClock {
    private final TimeControl control;
    private long main;
    private int periods;
    private long period;
    private boolean isExpired;

    SlowClock(TimeControl control) {
        this.control = control;
        main = control.main().toNanos();
        periods = control.periodCount();
        period = control.period().toNanos();
    }

    /** Makes a move after {@code nanos}, of which the first {@code allowance} do not count. */
    boolean move(long nanos, long allowance) {
        for (long tick = allowance; tick < nanos && !isExpired; tick++) {
            tick();
        }
        period = control.period().toNanos();
        main += control.increment().toNanos();
        return !isExpired;
    }

    private void tick() {
        if (main > 0) {
            main--;
            return;
        }
        if (periods > 0 && period == 0) {
            periods--;
            period = control.period().toNanos();
        }
        if (periods == 0) {
            isExpired = true;
        } else {
            period--;
        }
    }

    TimeLeft left() {
        return new TimeLeft(main, periods, period);
    }
}
