package dev.tengen.cgt;

/** Counts the steps of a universe and stops it at the limit. */
final class StepBudget {
    private final long max;
    private long count;

    StepBudget(long max) {
        this.max = max;
    }

    long count() {
        return count;
    }

    /**
     * Counts one step.
     *
     * @throws WorkLimitException if the limit is exceeded
     */
    void take() {
        take(1);
    }

    /**
     * Counts {@code steps} steps.
     *
     * @throws WorkLimitException if the limit is exceeded
     */
    void take(long steps) {
        if (count + steps > max) {
            count = max;
            throw new WorkLimitException("steps", max);
        }
        count += steps;
    }
}
