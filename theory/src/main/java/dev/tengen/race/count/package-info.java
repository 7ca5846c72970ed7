/**
 * Races found on a board and counted: by the rule for plain liberties, or as sums of combinatorial games. Where counting
 * declines, the search is asked.
 *
 * <p>Start reading at {@link dev.tengen.race.count.RaceAnalyzer}, then {@code RaceDecomposition}, which tells the regions of a race, and
 * {@code RaceCounter}, which adds up what they are worth.
 */
package dev.tengen.race.count;
