package dev.tengen.server.session;

import dev.tengen.proto.v1.WatchResponse;

/** Someone who looks on at a session. Called while the session is locked, so that it must return at once. */
public interface Watcher {
    /** The session stands as {@code state} says: first where it stood when the watcher came, then after each change. */
    void changed(WatchResponse state);

    /** The session was closed or has expired; nothing more will be said. */
    void ended();
}
