package dev.tengen.arena.host;

import dev.tengen.arena.store.StoreException;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls of the store, and what callers of the arena are told where it fails. */
final class StoreCalls {
    private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

    private StoreCalls() {}

    /**
     * Returns what {@code call} returns. Where the store throws, throws {@link CallException}: with {@code conflict} as its reason
     * if that was a conflict with what is stored.
     */
    static <T> T ask(Reason conflict, Supplier<T> call) {
        try {
            return call.get();
        } catch (StoreException e) {
            throw switch (e.reason()) {
                case NOT_FOUND -> CallException.of(Reason.TOURNAMENT_NOT_FOUND, String.valueOf(e.getMessage()));
                case CONFLICT -> CallException.of(conflict, String.valueOf(e.getMessage()));
                default -> failure(e);
            };
        }
    }

    /** Returns what {@code call}, which cannot come into conflict, returns. */
    static <T> T ask(Supplier<T> call) {
        return ask(Reason.INTERNAL, call);
    }

    private static CallException failure(StoreException e) {
        LOG.error("The store of the arena failed", e);
        return CallException.of(Reason.STORE_FAILED, String.valueOf(e.getMessage()));
    }
}
