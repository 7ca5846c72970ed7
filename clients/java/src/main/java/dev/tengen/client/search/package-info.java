/**
 * Self-play and analysis with search at the server. The client evaluates positions with its network.
 *
 * <p>Start reading at {@link dev.tengen.client.search.TengenSelfPlay} and
 * {@link dev.tengen.client.search.TengenPositionSearch}.
 */
package dev.tengen.client.search;
