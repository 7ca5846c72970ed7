/**
 * Search by PUCT over trees at a server, many leaves at once.
 *
 * <p>Start reading at {@link dev.tengen.client.search.TreeSearch}.
 */
package dev.tengen.client.search;
