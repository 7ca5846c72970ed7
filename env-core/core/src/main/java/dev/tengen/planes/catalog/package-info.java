/**
 * The encodings, and {@link dev.tengen.planes.catalog.Encodings}, their registry by name.
 *
 * <p>To add an encoding, implement {@link dev.tengen.planes.Encoding} here and register it in
 * {@link dev.tengen.planes.catalog.Encodings}. The page on encodings in {@code docs/reference} has all steps.
 */
package dev.tengen.planes.catalog;
