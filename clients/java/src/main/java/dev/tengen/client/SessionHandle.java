package dev.tengen.client;

import dev.tengen.client.env.Rules;
import dev.tengen.client.env.Timestep;
import dev.tengen.client.internal.Connection;
import java.util.List;

/** What both kinds of sessions know without a call to the server. Immutable. */
abstract sealed class SessionHandle permits TengenSession, AsyncTengenSession {
    final Connection connection;
    final SessionInfo info;
    final SessionCalls calls;

    SessionHandle(Connection connection, SessionInfo info) {
        this.connection = connection;
        this.info = info;
        calls = new SessionCalls(info.id(), actionCount());
    }

    /** Returns the id of the session. Any client that knows it can use the session. */
    public String id() {
        return info.id();
    }

    /** Returns the points in a row. */
    public int width() {
        return info.width();
    }

    /** Returns the points in a column. */
    public int height() {
        return info.height();
    }

    /** Returns the action of a pass. */
    public int passAction() {
        return width() * height();
    }

    /** Returns the number of actions: the points and the pass. */
    public int actionCount() {
        return width() * height() + 1;
    }

    /** Returns the complete rules. */
    public Rules rules() {
        return info.rules();
    }

    /** Returns the seed of the session's first episode. */
    public long firstSeed() {
        return info.seed();
    }

    /**
     * Returns the problems found in the record that the session was imported from, and how they were fixed, in words;
     * empty for other sessions.
     */
    public List<String> warnings() {
        return info.warnings();
    }

    /** Returns the state of the episode when the session was opened. */
    public Timestep firstTimestep() {
        return info.timestep();
    }
}
