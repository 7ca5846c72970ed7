package dev.tengen.arena.game;

import dev.tengen.arena.clock.TimeLeft;
import dev.tengen.game.Game;
import java.util.Optional;

/**
 * How a game stands, for those who look on.
 *
 * @param id the game
 * @param game the position with all its past: a copy, and the watcher's own
 * @param blackLeft what Black's clock had left when it stood last
 * @param whiteLeft what White's clock had left when it stood last
 * @param turnNanos how long the player to move has been thinking, network allowance included; 0 where nobody's clock runs
 * @param outcome how the game ended, if it has
 */
public record GameView(
        String id, Game game, TimeLeft blackLeft, TimeLeft whiteLeft, long turnNanos, Optional<GameOutcome> outcome) {}
