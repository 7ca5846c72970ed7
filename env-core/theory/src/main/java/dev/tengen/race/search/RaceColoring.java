package dev.tengen.race.search;

/**
 * The stones on the points of a {@link RaceRegion}, as two bit sets.
 *
 * @param black Black's stones
 * @param white White's stones
 */
record RaceColoring(long black, long white) {}
