package dev.tengen.arena.host;

/**
 * How an agent stands.
 *
 * @param profile what it says of itself
 * @param isConnected whether it is connected; otherwise it is waited for
 * @param gameCount games that it plays now
 */
public record AgentStatus(AgentProfile profile, boolean isConnected, int gameCount) {}
