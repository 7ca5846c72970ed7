package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.game.Game;
import java.util.List;
import java.util.Optional;

/**
 * A snapshot of a game, for watchers.
 *
 * @param id the id of the game
 * @param game the position with its history; a copy that the watcher owns
 * @param blackLeft the time left on Black's clock when it last stopped
 * @param whiteLeft the time left on White's clock when it last stopped
 * @param turnNanos the nanoseconds that the player to move has been thinking, including the network allowance; 0 if no
 *     clock runs
 * @param estimates the estimate that came with each move, in order
 * @param outcome the outcome; empty before the end
 */
public record GameView(
        String id,
        Game game,
        TimeLeft blackLeft,
        TimeLeft whiteLeft,
        long turnNanos,
        List<Estimate> estimates,
        Optional<GameOutcome> outcome) {
    /** Creates a snapshot. Copies the list. */
    public GameView {
        estimates = List.copyOf(estimates);
    }
}
