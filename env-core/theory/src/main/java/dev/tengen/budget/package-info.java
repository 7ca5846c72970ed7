/**
 * Limits and budgets of exact searches, which may be interrupted, and the cache of their results.
 *
 * <p>Start reading at {@link dev.tengen.budget.SearchLimits}.
 */
package dev.tengen.budget;
