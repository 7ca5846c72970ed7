package dev.tengen.client;

import java.util.List;

/** What both kinds of sessions know without asking the server. Immutable. */
abstract sealed class SessionHandle permits TengenSession, AsyncTengenSession {
    final Connection connection;
    final Opening opening;
    final SessionCalls calls;

    SessionHandle(Connection connection, Opening opening) {
        this.connection = connection;
        this.opening = opening;
        calls = new SessionCalls(opening.id(), actionCount());
    }

    /** Returns the name of the session. Whoever knows it may use the session. */
    public String id() {
        return opening.id();
    }

    /** Returns the points in a row. */
    public int width() {
        return opening.width();
    }

    /** Returns the points in a column. */
    public int height() {
        return opening.height();
    }

    /** Returns the action that passes. */
    public int passAction() {
        return width() * height();
    }

    /** Returns the count of actions in the mask: the points and the pass. */
    public int actionCount() {
        return width() * height() + 1;
    }

    /** Returns the rules in full. */
    public Rules rules() {
        return opening.rules();
    }

    /** Returns the seed of the episode that the session was opened in. */
    public long firstSeed() {
        return opening.seed();
    }

    /**
     * Returns what was odd in the record that the session was imported from, and what was put right, in words; empty for
     * other sessions.
     */
    public List<String> warnings() {
        return opening.warnings();
    }

    /** Returns where the episode stood when the session was opened. */
    public Timestep firstTimestep() {
        return opening.timestep();
    }
}
