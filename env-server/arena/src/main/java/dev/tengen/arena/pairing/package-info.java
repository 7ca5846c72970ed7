/**
 * Pairings: they decide who plays whom next, as pure functions of the progress of a tournament.
 *
 * <p>There are no rounds, so a slow game delays only its two players. This package plays no games. Start reading at
 * {@link dev.tengen.arena.pairing.Pairing}.
 */
package dev.tengen.arena.pairing;
