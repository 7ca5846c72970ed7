/**
 * Observations as feature planes: the API of encodings.
 *
 * <p>An {@link dev.tengen.planes.Encoding} reads a {@link dev.tengen.game.Game} and writes bits; an
 * {@link dev.tengen.planes.EncodingSpec} describes them. The encodings themselves, and their registry by name, are in
 * {@code dev.tengen.planes.catalog}; {@code dev.tengen.planes.bits} turns, pads and converts what they write.
 *
 * <p>Another module adds encodings as an {@link dev.tengen.planes.EncodingProvider}.
 */
package dev.tengen.planes;
