package dev.tengen.arena.store;

import java.util.Optional;

/**
 * A game of a tournament with all that is kept of it.
 *
 * @param game who plays it, and how far it has come
 * @param result how it ended; there if and only if it is {@link GameState#ENDED}
 */
public record GameWithResult(StoredGame game, Optional<StoredResult> result) {}
