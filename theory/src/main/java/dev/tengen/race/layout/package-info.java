/**
 * Plans of races, from which boards are made: to train on, and to hold what counts and searches against.
 *
 * <p>Start reading at {@link dev.tengen.race.layout.RaceLayout}. What comes of such a race is not told here.
 */
package dev.tengen.race.layout;
