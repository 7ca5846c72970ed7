/**
 * Tournaments: they start the games of a pairing, several at once, and keep the results in memory or in a store.
 *
 * <p>This package knows no network. Start reading at {@link dev.tengen.arena.tournament.InMemoryTournamentRunner} and {@link
 * dev.tengen.arena.tournament.StoredTournamentRunner}; both use {@code TournamentRunner}.
 */
package dev.tengen.arena.tournament;
