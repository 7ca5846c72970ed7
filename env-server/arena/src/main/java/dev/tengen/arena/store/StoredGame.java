package dev.tengen.arena.store;

import dev.tengen.arena.pairing.PlannedPair;
import dev.tengen.arena.pairing.PlannedPair.PlannedGame;
import java.time.Instant;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param id the id
 * @param pair the pair that it belongs to
 * @param game the players and the opening
 * @param state the state
 * @param startedAt the time of the last start; empty for a planned game
 */
public record StoredGame(GameId id, PlannedPair pair, PlannedGame game, GameState state, Optional<Instant> startedAt) {}
