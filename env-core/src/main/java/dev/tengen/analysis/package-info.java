/**
 * What can be read from a position beyond the rules.
 *
 * <p>How planes show it is in {@code dev.tengen.planes}.
 */
package dev.tengen.analysis;
