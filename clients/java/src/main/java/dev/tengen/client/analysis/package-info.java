/**
 * Analyses of positions: capturing races, and the exact solution of small boards.
 *
 * <p>Start reading at {@link dev.tengen.client.analysis.AnalyzedPosition}. {@code TengenClient} and
 * {@code TengenSession} have the methods that take it.
 */
package dev.tengen.client.analysis;
