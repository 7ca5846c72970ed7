/**
 * Tools for packed planes: symmetries, padding, and other formats and layouts.
 *
 * <p>Start reading at {@link dev.tengen.planes.bits.ObservationWriter}.
 */
package dev.tengen.planes.bits;
