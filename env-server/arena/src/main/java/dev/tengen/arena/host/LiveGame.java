package dev.tengen.arena.host;

import dev.tengen.arena.game.RefereedGame;
import dev.tengen.arena.store.GameId;
import java.time.Instant;

/**
 * A game in progress.
 *
 * @param id the id of the game
 * @param game the game, which may be watched
 * @param startedAt when it was started
 */
public record LiveGame(GameId id, RefereedGame game, Instant startedAt) {}
