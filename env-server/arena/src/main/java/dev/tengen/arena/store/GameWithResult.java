package dev.tengen.arena.store;

import java.util.Optional;

/**
 * A game of a tournament with its result.
 *
 * @param game the game
 * @param result the result; empty unless the state is {@link GameState#ENDED}
 */
public record GameWithResult(StoredGame game, Optional<StoredResult> result) {}
