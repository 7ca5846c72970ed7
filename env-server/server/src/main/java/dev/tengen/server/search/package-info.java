/**
 * The searches that clients evaluate: self-plays of many games, and analyses of positions, within the limits of the
 * server. Start reading at {@link dev.tengen.server.search.HostedSelfPlay} and
 * {@link dev.tengen.server.search.HostedPositionSearch}.
 */
package dev.tengen.server.search;
