package dev.tengen.server.info;

/**
 * Limits of players and analyses that search.
 *
 * @param maxPlayoutCount maximum of playouts for one move of a player
 * @param maxBatchPlayoutCount maximum of playouts for one move in all lanes of a batch together
 * @param maxCallCount maximum of calls of one connection that run or wait for built-in players that search
 * @param maxRunningCallCount maximum of those that run at the same time
 * @param maxEngineCount maximum of engine processes
 * @param maxEngineCountEach maximum of processes of one engine
 * @param maxWaitingAnalysisCount maximum of analyses that wait
 */
public record ThinkingLimits(
        int maxPlayoutCount,
        int maxBatchPlayoutCount,
        int maxCallCount,
        int maxRunningCallCount,
        int maxEngineCount,
        int maxEngineCountEach,
        int maxWaitingAnalysisCount) {}
