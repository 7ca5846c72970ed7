/**
 * Finds races on a board and counts their liberties, by the rule for plain liberties or as sums of combinatorial games.
 * If counting does not apply, a search can decide the race.
 *
 * <p>Start reading at {@link dev.tengen.race.count.RaceAnalyzer}, then {@code RaceDecomposition}, which splits a race
 * into regions, and {@code RaceCounter}, which adds up their values.
 */
package dev.tengen.race.count;
