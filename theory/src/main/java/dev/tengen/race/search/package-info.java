/**
 * What comes of a race, proven by trying all moves under superko.
 *
 * <p>Start reading at {@link dev.tengen.race.search.RaceSearch}; how a proof can be kept although superko looks back is told in
 * {@code RaceProofSearch} and {@code RaceEpochs}.
 */
package dev.tengen.race.search;
