package dev.tengen.web;

import dev.tengen.server.error.CallException;
import dev.tengen.server.error.Reason;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/** Something that changes, and whose states are sent to browsers. */
interface StateSource {
    /**
     * Returns a value that is equal to that of another source if both have the same states and report the same changes.
     */
    Object key();

    /**
     * Returns the game whose streams are counted together. Sources of one game for different readers return equal
     * values. Empty if the streams are not counted.
     */
    default Optional<Object> game() {
        return Optional.empty();
    }

    /** Returns the present state, for JSON; empty once there will be no more states. May block. */
    Optional<Object> state();

    /** Calls {@code changed}, from any thread, after each change. Returns an action that ends this. May block. */
    Runnable watch(Runnable changed);

    /**
     * Returns the result of {@code call}; empty if it throws {@link CallException}, since what was shown is gone.
     *
     * @throws CallException if too many calls wait
     */
    static <T> Optional<T> unlessGone(Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (CallException e) {
            if (e.reason() == Reason.TOO_MANY_CALLS) {
                throw e;
            }
            LoggerFactory.getLogger(StateSource.class).debug("Nothing more to show to a browser", e);
            return Optional.empty();
        }
    }
}
