/**
 * What the results of games say about players: ratings with intervals, sequential tests, standings.
 *
 * <p>Everything here is a pure function of results and a seed, the same on every machine. How games come about is not
 * here. Start reading at {@link dev.tengen.arena.rating.GameResult} and {@link
 * dev.tengen.arena.rating.Standings}.
 */
package dev.tengen.arena.rating;
