/**
 * Tournaments: who plays whom from which opening, and several games at once, with results in memory or in a store that outlives
 * the process.
 *
 * <p>Nothing comes over a network here. Start reading at {@link dev.tengen.arena.tournament.InMemoryTournamentRunner} and {@link
 * dev.tengen.arena.tournament.StoredTournamentRunner}; {@code TournamentRunner} plays both.
 */
package dev.tengen.arena.tournament;
