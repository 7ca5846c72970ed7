/**
 * The arena of a process: the tournaments that run, their games, and the agents that come to play in them.
 *
 * <p>How agents are reached and how people ask for tournaments is not here: see {@code dev.tengen.arena.service} and {@code
 * dev.tengen.web}. Start reading at {@link dev.tengen.arena.host.Arena}, and of agents at {@link
 * dev.tengen.arena.host.AgentRegistry}.
 */
package dev.tengen.arena.host;
