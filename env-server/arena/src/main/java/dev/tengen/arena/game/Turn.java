package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.game.Game;
import java.time.Duration;
import java.util.Optional;

/**
 * A turn that is offered to a seat.
 *
 * @param gameId the id of the game, which the answer repeats
 * @param moveNumber the number of moves made before, which the answer repeats
 * @param color the seat's color
 * @param game the position with its history; a copy that the seat owns
 * @param allowed the time within which the answer must arrive, including the network allowance; empty for no limit
 * @param left the time left on the player's clock
 * @param opponentLeft the time left on the opponent's clock
 */
public record Turn(
        String gameId,
        int moveNumber,
        int color,
        Game game,
        Optional<Duration> allowed,
        TimeLeft left,
        TimeLeft opponentLeft) {
    /** Returns the answer that plays {@code action}: a point, the pass, or {@link dev.tengen.player.Player#RESIGN}. */
    public MoveAnswer answer(int action) {
        return MoveAnswer.of(gameId, moveNumber, action);
    }
}
