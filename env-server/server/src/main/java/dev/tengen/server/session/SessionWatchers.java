package dev.tengen.server.session;

import dev.tengen.env.Environment;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The watchers of a session. They have a lock of their own, so that a watcher can be removed while the session waits
 * for an engine. Thread-safe.
 */
final class SessionWatchers {
    private final Set<SessionWatcher> watchers = new LinkedHashSet<>();

    /** Adds {@code watcher} and notifies it of the current state. */
    synchronized void add(SessionWatcher watcher, Environment environment) {
        watchers.add(watcher);
        watcher.changed(environment);
    }

    synchronized void remove(SessionWatcher watcher) {
        watchers.remove(watcher);
    }

    /** Returns whether there are none. */
    synchronized boolean isEmpty() {
        return watchers.isEmpty();
    }

    /** Notifies all watchers of a change. */
    synchronized void changed(Environment environment) {
        watchers.forEach(watcher -> watcher.changed(environment));
    }

    /** Notifies all watchers of the end and removes them. */
    synchronized void end() {
        remove(SessionWatcher::ended);
    }

    /** Notifies all watchers that the session has left the memory, and removes them. */
    synchronized void leave() {
        remove(SessionWatcher::left);
    }

    private void remove(Consumer<SessionWatcher> notification) {
        watchers.forEach(notification);
        watchers.clear();
    }
}
