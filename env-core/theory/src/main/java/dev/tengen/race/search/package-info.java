/**
 * Solves capturing races (semeai) by exhaustive proof search under superko.
 *
 * <p>Start reading at {@link dev.tengen.race.search.RaceSearch}. {@code RaceProofSearch} and {@code RaceEpochs} explain
 * how a proof can be stored and reused although superko depends on the history.
 */
package dev.tengen.race.search;
