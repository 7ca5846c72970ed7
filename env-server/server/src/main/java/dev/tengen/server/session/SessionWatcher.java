package dev.tengen.server.session;

import dev.tengen.env.Environment;

/** Receives the changes of a session. Called while the session is locked, so methods must return at once. */
public interface SessionWatcher {
    /**
     * Called when the watcher is added and after each change.
     *
     * @param environment the environment of the session, which must be read before this returns and must not be changed
     */
    void changed(Environment environment);

    /** Called when the session was closed or has expired, as the last call. */
    void ended();

    /**
     * Called when the session has left the memory of this server, as the last call. The store keeps the session, and
     * this server or another one can continue it. By default, this is {@link #ended}.
     */
    default void left() {
        ended();
    }
}
