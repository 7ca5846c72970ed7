/**
 * {@code tengen planes}: the planes of an encoding, as a picture or as JSON. The pictures are in
 * {@code dev.tengen.cli.picture}.
 */
package dev.tengen.cli.planes;
