/**
 * Combinatorial games: values that are not numbers, as local fights and liberty counts have them.
 *
 * <p>A game is two sets of games, those that Left may move to and those that Right may move to; who cannot move loses.
 * Left is Black and Right is White where boards come in. Games here are finite, without loops, and always in canonical
 * form, so that two games are equal exactly if they are the same object. Boards are not here; {@code dev.tengen.race}
 * counts liberties with these games.
 *
 * <p>The definitions and theorems are those of Berlekamp, Conway and Guy, "Winning Ways for your Mathematical Plays"
 * (2nd edition, 2001), and Siegel, "Combinatorial Game Theory" (2013). Start reading at {@link dev.tengen.cgt.GameUniverse};
 * the definition of order is in {@link dev.tengen.cgt.PartialOrder}, of canonical form in {@link dev.tengen.cgt.Canonicalizer}.
 */
package dev.tengen.cgt;
