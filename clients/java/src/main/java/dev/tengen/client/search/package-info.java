/**
 * Self-play with search at the server. The client evaluates positions with its network.
 *
 * <p>Start reading at {@link dev.tengen.client.search.TengenSelfPlay}.
 */
package dev.tengen.client.search;
