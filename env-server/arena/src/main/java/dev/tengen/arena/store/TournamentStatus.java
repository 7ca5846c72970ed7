package dev.tengen.arena.store;

import java.util.Set;

/**
 * A tournament and its state.
 *
 * @param tournament the tournament
 * @param state the state
 * @param withdrawn the names of the players that have withdrawn, which start no further game
 */
public record TournamentStatus(StoredTournament tournament, TournamentState state, Set<String> withdrawn) {
    /** Creates a status. Copies the set. */
    public TournamentStatus {
        withdrawn = Set.copyOf(withdrawn);
    }
}
