/**
 * Capturing races (semeai): the model of a race and of its analysis.
 *
 * <p>Start reading at {@link dev.tengen.race.Race} and {@link dev.tengen.race.RaceAnalysis}. This package has only data
 * types. The algorithms are in the packages below, each of which depends only on those named before it: {@code layout}
 * generates races, {@code search} solves a race by exhaustive search, {@code count} finds races on a board and counts
 * their liberties.
 */
package dev.tengen.race;
