package dev.tengen.arena.store;

/**
 * A tournament and its state.
 *
 * @param tournament the tournament
 * @param state the state
 */
public record TournamentStatus(StoredTournament tournament, TournamentState state) {}
