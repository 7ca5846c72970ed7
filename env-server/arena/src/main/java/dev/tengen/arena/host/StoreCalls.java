package dev.tengen.arena.host;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import dev.tengen.server.execution.FairExecutor;
import dev.tengen.store.StoreException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls the store, and maps its errors to those of the arena's callers. */
final class StoreCalls {
    private static final Logger LOG = LoggerFactory.getLogger(StoreCalls.class);

    private StoreCalls() {}

    /**
     * Returns the result of {@code call}.
     *
     * @throws CallException if the store fails; with {@code conflict} as its reason if the call conflicts with what is
     *     stored
     */
    static <T> T call(Reason conflict, Supplier<T> call) {
        try {
            return FairExecutor.block(call); // A thread that takes turns lets others run while the store works.
        } catch (StoreException e) {
            String message = String.valueOf(e.getMessage());
            throw switch (e.reason()) {
                case NOT_FOUND -> CallException.of(Reason.TOURNAMENT_NOT_FOUND, message);
                case CONFLICT -> CallException.of(conflict, message);
                default -> {
                    if (Thread.currentThread().isInterrupted()) {
                        LOG.debug("A cancelled call did not get a connection to the store", e);
                    } else {
                        LOG.error("The store of the arena failed", e);
                    }
                    yield CallException.of(Reason.STORE_FAILED, message);
                }
            };
        }
    }

    /** Returns the result of {@code call}, which cannot conflict. Throws as {@link #call(Reason, Supplier)} does. */
    static <T> T call(Supplier<T> call) {
        return call(Reason.INTERNAL, call);
    }
}
