package dev.tengen.arena.store;

import dev.tengen.arena.store.StoreException.Reason;

/** Failures of stores that do not come of themselves. */
public final class StoreFailures {
    private StoreFailures() {}

    /** Returns what a store throws for {@code reason}. */
    public static StoreException of(Reason reason) {
        return new StoreException(reason, "the store of this test is " + reason);
    }
}
