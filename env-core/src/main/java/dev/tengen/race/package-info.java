/**
 * Capturing races: who wins one, proven by counting, by combinatorial game theory, or by search.
 *
 * <p>Start reading at {@link dev.tengen.race.Race}; {@link dev.tengen.race.RaceAnalyzer} finds races and counts them, {@link
 * dev.tengen.race.RaceSearch} proves what comes of one, {@link dev.tengen.race.RaceLayout} makes some.
 */
package dev.tengen.race;
