package dev.tengen.cgt;

/** Counts the work of a universe, and ends it in time. */
final class StepBudget {
    private final long max;
    private long count;

    StepBudget(long max) {
        this.max = max;
    }

    long count() {
        return count;
    }

    /** Counts one step. */
    void take() {
        take(1);
    }

    /** Counts {@code steps} steps. */
    void take(long steps) {
        if (count + steps > max) {
            count = max;
            throw new WorkLimitException("steps", max);
        }
        count += steps;
    }
}
