/**
 * Capturing races: who wins one, proven by counting, by combinatorial game theory, or by search.
 *
 * <p>Start reading at {@link dev.tengen.race.Race}.
 */
package dev.tengen.race;
