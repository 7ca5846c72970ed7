/**
 * Combinatorial games: values that are not numbers, as they occur in local fights and in counts of liberties.
 *
 * <p>A game is two sets of games: the moves of Left and the moves of Right. A player who cannot move loses. On a board,
 * Left is Black and Right is White. Games here are finite, without loops, and always in canonical form, so two games
 * are equal exactly if they are the same object. Boards are not here; {@code dev.tengen.race} counts liberties with
 * these games.
 *
 * <p>The definitions and theorems are those of Berlekamp, Conway and Guy, "Winning Ways for your Mathematical Plays"
 * (2nd edition, 2001), and Siegel, "Combinatorial Game Theory" (2013). Start reading at
 * {@link dev.tengen.cgt.GameUniverse}. {@link dev.tengen.cgt.PartialOrder} defines the order of games,
 * {@link dev.tengen.cgt.Canonicalizer} the canonical form, and {@link dev.tengen.cgt.TemperatureTheory} thermographs,
 * cooling and heating.
 */
package dev.tengen.cgt;
