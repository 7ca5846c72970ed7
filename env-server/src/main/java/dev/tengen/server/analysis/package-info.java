/**
 * Analyses that take long: in threads of their own, within limits, a few at once.
 *
 * <p>Start reading at {@link dev.tengen.server.analysis.Analyses}.
 */
package dev.tengen.server.analysis;
