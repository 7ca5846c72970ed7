package dev.tengen.server.session;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;

/**
 * Is told what happens in the sessions of a server, to count it.
 *
 * <p>Calls come from many threads at once, from within the calls of clients: they must be quick and must not throw.
 */
public interface SessionListener {
    /** Ignores everything. */
    SessionListener NONE = new SessionListener() {};

    /** A session was made. */
    default void opened() {}

    /** A session that nobody used for its idle timeout was closed. */
    default void expired() {}

    /** An action was carried out, and the answer was not one remembered from an earlier call. */
    default void stepped() {}

    /** An action was illegal, whether it was refused, ignored or lost the game. */
    default void illegalAction(Legality reason) {}

    /** An episode ended. */
    default void episodeEnded(EndReason reason) {}
}
