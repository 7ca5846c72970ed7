package dev.tengen.arena.host;

import dev.tengen.server.error.CallException;

/**
 * The line to an agent that is connected. Methods return soon and throw nothing; they are called from any thread, and never
 * under a lock of this package.
 */
public interface AgentConnection {
    /**
     * Tells that there may be news of {@code seat}: it is new, it has an open turn, or its game is over. The line tells its agent
     * of them at its leisure, all that matters being what is true then.
     */
    void changed(AgentSeat seat);

    /** Ends the line; the agent is told {@code why}. */
    void end(CallException why);
}
