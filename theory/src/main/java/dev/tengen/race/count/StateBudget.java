package dev.tengen.race.count;

import dev.tengen.race.RaceStatus;

/** How many more positions of regions may be looked at in one analysis. */
final class StateBudget {
    private final int limit;
    private int used;

    StateBudget(int limit) {
        this.limit = limit;
    }

    /** Takes one. Throws {@link DeclinedException} if there is none left, or the thread is interrupted. */
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
