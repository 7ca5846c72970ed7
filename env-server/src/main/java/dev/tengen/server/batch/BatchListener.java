package dev.tengen.server.batch;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;

/**
 * Is told what happens in the lanes of a server, to count it.
 *
 * <p>Calls come from many threads at once, from within the calls of clients: they must be quick and must not throw.
 */
public interface BatchListener {
    /** Ignores everything. */
    BatchListener NONE = new BatchListener() {};

    /** So many actions were carried out. */
    default void stepped(int count) {}

    /** An action was illegal, whether it was refused, ignored or lost the game. */
    default void illegalAction(Legality reason) {}

    /** An episode ended. */
    default void episodeEnded(EndReason reason) {}
}
