package dev.tengen.arena.store;

import java.util.List;
import java.util.Set;

/**
 * The games of a tournament that a worker tracks, and the players that have withdrawn.
 *
 * @param games the games that it asked for
 * @param withdrawn the names of the players that have withdrawn
 */
public record TrackedTournament(List<TrackedGame> games, Set<String> withdrawn) {
    /** Creates a value. Copies list and set. */
    public TrackedTournament {
        games = List.copyOf(games);
        withdrawn = Set.copyOf(withdrawn);
    }
}
