package dev.tengen.arena.host;

import dev.tengen.server.error.CallException;

/**
 * The connection to an agent. Methods return quickly and throw nothing. They are called from any thread, and never
 * under a lock of this package.
 */
public interface AgentConnection {
    /**
     * Reports that {@code seat} may have updates: it is new, it has an open turn, or its game is over. The connection
     * reads the present state of the seat when it can send it.
     */
    void changed(AgentSeat seat);

    /**
     * Closes the connection without an error, after the updates that wait: the agent leaves and its games are over, or
     * the arena has ended.
     */
    void complete();

    /** Closes the connection with the error {@code reason}. */
    void end(CallException reason);
}
