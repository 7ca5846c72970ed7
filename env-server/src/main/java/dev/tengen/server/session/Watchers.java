package dev.tengen.server.session;

import dev.tengen.proto.v1.WatchResponse;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Those who look on at a session. They have a lock of their own, so that they can go away while the session waits for an
 * engine. Thread-safe.
 */
final class Watchers {
    private final Set<Watcher> watchers = new LinkedHashSet<>();

    /** Adds {@code watcher}, and tells it where the session stands. */
    synchronized void add(Watcher watcher, WatchResponse state) {
        watchers.add(watcher);
        watcher.changed(state);
    }

    synchronized void remove(Watcher watcher) {
        watchers.remove(watcher);
    }

    /** Tells all where the session stands now; {@code state} is asked for only if there is anyone. */
    synchronized void tell(Supplier<WatchResponse> state) {
        if (!watchers.isEmpty()) {
            WatchResponse now = state.get();
            watchers.forEach(watcher -> watcher.changed(now));
        }
    }

    /** Tells all that there will be nothing more to see. */
    synchronized void end() {
        watchers.forEach(Watcher::ended);
        watchers.clear();
    }
}
