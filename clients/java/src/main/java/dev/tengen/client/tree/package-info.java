/**
 * Trees of positions that live at the server, for tree search.
 *
 * <p>Start reading at {@link dev.tengen.client.tree.TengenForest}. A complete search is in
 * {@code examples/java/TreeSearch.java}.
 */
package dev.tengen.client.tree;
