/**
 * The value of a position of a small board under the rules of Tromp and Taylor, proven with superko and all.
 *
 * <p>Start reading at {@link dev.tengen.solve.Solver}; how a result can be kept although superko looks back at the whole
 * game is told in {@code ProofSearch}. Players that use it are in {@code dev.tengen.player}.
 */
package dev.tengen.solve;
