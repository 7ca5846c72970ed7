/**
 * Statistics of game results: ratings with confidence intervals, sequential tests, standings.
 *
 * <p>Everything is a pure function of results and a seed, and the same on every machine. Start reading at
 * {@link dev.tengen.arena.rating.GameResult} and {@link dev.tengen.arena.rating.Standings}.
 */
package dev.tengen.arena.rating;
