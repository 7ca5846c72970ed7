package dev.tengen.arena.store;

/**
 * A tournament and how it stands.
 *
 * @param tournament what was created
 * @param state how it stands
 */
public record TournamentStatus(StoredTournament tournament, TournamentState state) {}
