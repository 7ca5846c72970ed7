/**
 * Capturing races: what one is, and what can be said of it.
 *
 * <p>Start reading at {@link dev.tengen.race.Race} and {@link dev.tengen.race.RaceAnalysis}. Here are words alone; the work is
 * done in packages below, each of which knows those named before it: {@code layout} makes races, {@code search} proves what
 * comes of one by trying all moves, {@code count} finds races on a board and counts them.
 */
package dev.tengen.race;
