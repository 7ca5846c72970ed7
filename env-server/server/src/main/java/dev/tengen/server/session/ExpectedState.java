package dev.tengen.server.session;

import dev.tengen.env.Environment;
import dev.tengen.server.identity.Principal;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The state in which a caller expects the session to be. A call that expects another state fails and changes nothing.
 *
 * @param episode the number of the current episode; any if empty
 * @param moveNumber the move number of the episode; any if empty
 * @param playerToMove the color that is to move, unless the episode is over; any if empty
 */
public record ExpectedState(OptionalLong episode, OptionalInt moveNumber, OptionalInt playerToMove) {
    /** Expects nothing. */
    public static final ExpectedState ANY = new ExpectedState(OptionalLong.empty(), OptionalInt.empty());

    /** Creates an expectation that both colors meet. */
    public ExpectedState(OptionalLong episode, OptionalInt moveNumber) {
        this(episode, moveNumber, OptionalInt.empty());
    }

    /** Returns the same expectation of {@code caller}, who may move only for the color of its seat, if it has one. */
    public ExpectedState of(Principal caller) {
        return caller.seat()
                .map(seat -> new ExpectedState(episode, moveNumber, seat.place().color()))
                .orElse(this);
    }

    /**
     * Requires that {@code environment} is in the expected state. The episode is checked first, and then the player to
     * move.
     *
     * @throws dev.tengen.server.error.CallException if it is in another one
     */
    void require(Environment environment) {
        long current = environment.episode();
        if (episode.isPresent() && episode.getAsLong() != current) {
            throw IllegalActionErrors.wrongEpisode(episode.getAsLong(), current);
        }
        int toMove = environment.game().playerToMove();
        if (playerToMove.isPresent() && playerToMove.getAsInt() != toMove && !environment.isOver()) {
            throw IllegalActionErrors.notYourTurn(toMove);
        }
        int currentMove = environment.game().moveNumber();
        if (moveNumber.isPresent() && moveNumber.getAsInt() != currentMove) {
            throw IllegalActionErrors.wrongMoveNumber(moveNumber.getAsInt(), currentMove);
        }
    }
}
