package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.game.Game;
import java.time.Duration;
import java.util.Optional;

/**
 * A turn that is offered to a seat.
 *
 * @param gameId the game; the answer names it
 * @param moveNumber the count of moves made before; the answer names it
 * @param color whose turn it is, the seat's color
 * @param game the position with all its past: a copy, and the seat's own
 * @param allowed the time from now within which the answer must come, network allowance included; nothing for no limit
 * @param left what the player's clock has left
 * @param opponentLeft what the opponent's clock has left
 */
public record Turn(
        String gameId,
        int moveNumber,
        int color,
        Game game,
        Optional<Duration> allowed,
        TimeLeft left,
        TimeLeft opponentLeft) {
    /** Returns the answer to make {@code action}: a point, the pass, or {@link dev.tengen.player.Player#RESIGN}. */
    public MoveAnswer answer(int action) {
        return MoveAnswer.of(gameId, moveNumber, action);
    }
}
