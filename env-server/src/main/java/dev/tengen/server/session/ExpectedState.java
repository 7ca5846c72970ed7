package dev.tengen.server.session;

import dev.tengen.env.Environment;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The state in which a caller expects the session to be. A call that expects another state fails and changes nothing.
 *
 * @param episode the number of the current episode; any if empty
 * @param moveNumber the move number of the episode; any if empty
 */
public record ExpectedState(OptionalLong episode, OptionalInt moveNumber) {
    /** Expects nothing. */
    public static final ExpectedState ANY = new ExpectedState(OptionalLong.empty(), OptionalInt.empty());

    /**
     * Requires that {@code environment} is in the expected state. The episode is checked first.
     *
     * @throws dev.tengen.server.error.CallException if it is in another one
     */
    void require(Environment environment) {
        long current = environment.episode();
        if (episode.isPresent() && episode.getAsLong() != current) {
            throw IllegalActionErrors.wrongEpisode(episode.getAsLong(), current);
        }
        int currentMove = environment.game().moveNumber();
        if (moveNumber.isPresent() && moveNumber.getAsInt() != currentMove) {
            throw IllegalActionErrors.wrongMoveNumber(moveNumber.getAsInt(), currentMove);
        }
    }
}
