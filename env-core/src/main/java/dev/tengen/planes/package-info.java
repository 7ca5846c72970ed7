/**
 * Observations: positions as feature planes, by named encodings.
 *
 * <p>An encoding reads a {@link dev.tengen.game.Game} and writes bits; what is done with them is not here. To add one,
 * implement {@link dev.tengen.planes.Encoding} and name it in {@link dev.tengen.planes.Encodings}.
 */
package dev.tengen.planes;
