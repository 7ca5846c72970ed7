/**
 * An exact solver for small boards under the rules of Tromp and Taylor, with proofs that respect superko.
 *
 * <p>Start reading at {@link dev.tengen.solve.Solver}. {@code ProofSearch} explains how a proof can be stored and
 * reused although superko depends on the whole game (the graph-history interaction problem).
 * {@link dev.tengen.solve.Oracle} is the built-in player that uses the solver.
 */
package dev.tengen.solve;
