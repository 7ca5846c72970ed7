package dev.tengen.server.info;

import java.time.Duration;

/**
 * Limits on agents and tournaments.
 *
 * @param maxAgentCount maximum of connected agents
 * @param agentReconnect time that a disconnected agent with games has to reconnect
 * @param maxTournamentCount maximum of running tournaments; 0 without tournaments
 * @param maxGameCount maximum of concurrent games of all tournaments; 0 without tournaments
 * @param maxWaitingCallCount maximum of calls that wait for the store; 0 without tournaments
 */
public record ArenaLimits(
        int maxAgentCount,
        Duration agentReconnect,
        int maxTournamentCount,
        int maxGameCount,
        int maxWaitingCallCount) {}
