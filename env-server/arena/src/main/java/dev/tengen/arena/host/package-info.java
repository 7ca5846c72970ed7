/**
 * The arena of a process: the running tournaments, their games, and the agents that play in them.
 *
 * <p>The gRPC service is in {@code dev.tengen.arena.service}, the web page in the module {@code web}. Start reading at
 * {@link dev.tengen.arena.host.Arena}, and for agents at {@link dev.tengen.arena.host.AgentRegistry}.
 */
package dev.tengen.arena.host;
