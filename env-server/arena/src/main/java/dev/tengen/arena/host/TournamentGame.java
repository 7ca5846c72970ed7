package dev.tengen.arena.host;

import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param stored the game in the store
 * @param live the game in progress; empty if it is not played now
 * @param result the result; empty before the end
 */
public record TournamentGame(StoredGame stored, Optional<LiveGame> live, Optional<StoredResult> result) {}
