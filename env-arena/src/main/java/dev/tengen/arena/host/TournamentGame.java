package dev.tengen.arena.host;

import dev.tengen.arena.store.StoredGame;
import dev.tengen.arena.store.StoredResult;
import java.util.Optional;

/**
 * A game of a tournament.
 *
 * @param stored who plays it, and how far it has come
 * @param live the game as it is played; nothing for one that is not
 * @param result how it ended, if it has
 */
public record TournamentGame(StoredGame stored, Optional<LiveGame> live, Optional<StoredResult> result) {}
