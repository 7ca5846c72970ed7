/**
 * Feature planes of capturing races, added to the encodings of {@code dev.tengen.planes}.
 *
 * <p>Start reading at {@link dev.tengen.race.planes.RaceEncodings}.
 */
package dev.tengen.race.planes;
