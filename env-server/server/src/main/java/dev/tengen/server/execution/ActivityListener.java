package dev.tengen.server.execution;

import dev.tengen.env.EndReason;
import dev.tengen.game.Legality;

/**
 * Receives the events that a server counts, from its sessions, lanes and trees.
 *
 * <p>Methods are called from many threads at once, from within the calls of clients: they must be quick and must not
 * throw.
 */
public interface ActivityListener {
    /** Ignores all events. */
    ActivityListener NONE = new ActivityListener() {};

    /** A session was opened. */
    default void sessionOpened() {}

    /** A session reached its idle timeout and was closed. */
    default void sessionExpired() {}

    /** {@code count} actions were carried out in a session or in lanes. Remembered answers do not count. */
    default void stepped(int count) {}

    /** An action was illegal, whether it was rejected, ignored or lost the game. */
    default void illegalAction(Legality reason) {}

    /** An episode ended. */
    default void episodeEnded(EndReason reason) {}

    /** {@code count} nodes of trees were created, roots not counted. */
    default void nodesExpanded(int count) {}

    /** {@code count} leaves of searches were evaluated. */
    default void leavesEvaluated(int count) {}
}
