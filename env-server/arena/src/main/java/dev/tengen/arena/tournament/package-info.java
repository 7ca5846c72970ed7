/**
 * Tournaments: they start the games of a pairing, several at once, and keep the results in a store.
 *
 * <p>This package knows no network. Start reading at {@link dev.tengen.arena.tournament.StoredTournamentRunner}.
 */
package dev.tengen.arena.tournament;
