package dev.tengen.store;

import dev.tengen.store.StoreException.Reason;

/** Creates store failures that tests cannot provoke. */
public final class StoreFailures {
    private StoreFailures() {}

    /** Returns the exception of a store for {@code reason}. */
    public static StoreException of(Reason reason) {
        return new StoreException(reason, "the store of this test is " + reason);
    }
}
