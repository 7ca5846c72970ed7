package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import java.time.Instant;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param id names it
 * @param pair the pair that it belongs to
 * @param game who plays it with which color, and from which opening
 * @param state how far it has come
 * @param startedAt when it was started last; nothing for a planned game
 */
public record StoredGame(GameId id, PlannedPair pair, PlannedGame game, GameState state, Optional<Instant> startedAt) {}
