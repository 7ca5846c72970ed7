/**
 * The searches that clients evaluate: self-plays of many games, within the limits of the server. Start reading at
 * {@link dev.tengen.server.search.HostedSelfPlay}.
 */
package dev.tengen.server.search;
