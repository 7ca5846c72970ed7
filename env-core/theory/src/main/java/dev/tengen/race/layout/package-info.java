/**
 * Layouts of races, from which boards are generated: as training tasks, and as test cases for counting and search.
 *
 * <p>Start reading at {@link dev.tengen.race.layout.RaceLayout}. This package does not compute results of races.
 */
package dev.tengen.race.layout;
