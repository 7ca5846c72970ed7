/**
 * Limits and budgets of exact searches, which may be interrupted.
 *
 * <p>Start reading at {@link dev.tengen.search.SearchLimits}.
 */
package dev.tengen.search;
