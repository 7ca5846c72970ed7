package dev.tengen.race.count;

import dev.tengen.race.RaceStatus;

/** The budget of region positions of one analysis. */
final class StateBudget {
    private final int limit;
    private int used;

    StateBudget(int limit) {
        this.limit = limit;
    }

    /**
     * Takes one position from the budget.
     *
     * @throws DeclinedException if the budget is exhausted or the thread is interrupted
     */
    void take() {
        if (Thread.currentThread().isInterrupted()) {
            throw new DeclinedException(RaceStatus.UNSUPPORTED_TOO_LARGE, "the thread was interrupted");
        }
        if (used == limit) {
            throw new DeclinedException(
                    RaceStatus.UNSUPPORTED_TOO_LARGE, "the regions have more than " + limit + " positions");
        }
        used++;
    }
}
