/**
 * Games that language models play: moves and boards as text, over the sessions of the server. No HTTP and no protocol.
 *
 * <p>Start reading at {@link dev.tengen.gateway.game.GatewaySessions}, the registry, and
 * {@link dev.tengen.gateway.game.GameOptions}, what a client may choose.
 */
package dev.tengen.gateway.game;
