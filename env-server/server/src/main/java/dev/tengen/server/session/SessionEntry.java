package dev.tengen.server.session;

import dev.tengen.board.Grid;
import dev.tengen.env.EndReason;
import dev.tengen.env.Environment;
import java.time.Duration;

/**
 * An entry of a list of sessions.
 *
 * @param id id of the session
 * @param number number of the session among all that its server opened, from 1
 * @param grid the board
 * @param episode number of the episode; 0 until the first reset
 * @param moveNumber count of the moves played in the episode
 * @param endReason why the episode ended; {@link EndReason#NONE} while it lasts
 * @param idleTimeout the idle timeout of the session
 */
public record SessionEntry(
        String id, long number, Grid grid, long episode, int moveNumber, EndReason endReason, Duration idleTimeout) {
    static SessionEntry of(Session session, Environment environment) {
        return new SessionEntry(
                session.id(),
                session.number(),
                environment.game().grid(),
                environment.episode(),
                environment.game().moveNumber(),
                environment.endReason(),
                session.idleTimeout());
    }
}
