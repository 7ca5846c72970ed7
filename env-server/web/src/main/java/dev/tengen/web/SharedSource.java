package dev.tengen.web;

import dev.tengen.arena.json.Json;
import dev.tengen.server.error.CallException;
import dev.tengen.server.error.FatalErrors;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The states of a source as text, for all streams that send them: a state is read and encoded once, however many
 * browsers watch. Thread-safe. The source may report a change while it holds its own locks, so {@link #changed} takes
 * none.
 */
final class SharedSource {
    private static final Logger LOG = LoggerFactory.getLogger(SharedSource.class);

    private final StateSource source;
    private final Object key;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isStale = new AtomicBoolean();
    private Runnable unwatch = () -> {};
    private boolean isWatched;
    private String text = "";

    SharedSource(StateSource source) {
        this.source = source;
        key = source.key();
    }

    /** Returns the key of the source when this was created. */
    Object key() {
        return key;
    }

    /** Calls {@code listener}, from any thread, after each change until {@link #remove}. May block. */
    void add(Runnable listener) {
        listeners.add(listener);
        // What is new to this listener may have changed without a report, as a running clock does.
        isStale.set(true);
        synchronized (this) {
            if (!isWatched) {
                isWatched = true;
                unwatch = source.watch(this::changed);
            }
        }
    }

    /** Calls {@code listener} no longer. */
    void remove(Runnable listener) {
        listeners.remove(listener);
    }

    private void changed() {
        isStale.set(true);
        listeners.forEach(Runnable::run);
    }

    /**
     * Returns the present state as JSON; empty if there will be no more states. May block.
     *
     * @param executor executes the read of a state, and returns its result
     * @throws CallException if the read was refused
     * @throws CancellationException if the read was cancelled
     */
    synchronized String text(Function<Supplier<String>, String> executor) {
        if (isStale.getAndSet(false)) {
            try {
                text = executor.apply(this::read);
            } catch (CallException | CancellationException e) {
                isStale.set(true);
                throw e;
            }
        }
        return text;
    }

    private String read() {
        try {
            return source.state().map(Json::text).orElse("");
        } catch (CallException | CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            FatalErrors.check(e);
            LOG.warn("Closing streams, since their state cannot be read", e);
            return "";
        }
    }

    /** Stops watching the source. */
    synchronized void end() {
        isWatched = true;
        unwatch.run();
    }
}
