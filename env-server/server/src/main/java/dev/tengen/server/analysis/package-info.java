/**
 * Analyses that take long: limits, an executor of their own, and a pool of solvers.
 *
 * <p>Start reading at {@link dev.tengen.server.analysis.Analyses}.
 */
package dev.tengen.server.analysis;
