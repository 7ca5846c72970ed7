package dev.tengen.cli.info;

import dev.tengen.client.ServerInfo;
import java.util.ArrayList;
import java.util.List;

/** The limits of a server as rows: what is limited, and how. */
final class LimitRows {
    private LimitRows() {}

    /** Returns the rows. */
    static List<List<String>> of(ServerInfo info) {
        ServerInfo.Limits limits = info.limits();
        ServerInfo.StreamLimits streams = info.streamLimits();
        ServerInfo.ThinkingLimits thinking = info.thinkingLimits();
        List<List<String>> rows = new ArrayList<>(List.of(
                List.of("size", "1 to " + limits.maxSize() + " points each way"),
                List.of("sessions", limits.maxSessionCount() + " open at once"),
                List.of("idle timeout", "up to " + limits.idleTimeoutMs() / 1000 + " seconds"),
                List.of("request", limits.maxRequestBytes() + " bytes at most"),
                List.of("request of a stream", streams.maxRequestBytes() + " bytes at most"),
                List.of("answer of a batch", streams.maxBatchAnswerBytes() + " bytes at most"),
                List.of("answer of a forest", streams.maxTreeAnswerBytes() + " bytes at most"),
                List.of("calls", streams.maxCallsPerConnection() + " in flight on a connection"),
                List.of(
                        "connections",
                        streams.maxConnectionCount() + " at once, " + streams.maxConnectionCountPerAddress()
                                + " from one address"),
                List.of("reading of an answer", "within " + streams.slowReaderLimitMs() / 1000.0 + " seconds"),
                List.of("lanes", limits.maxLaneCount() + " open at once"),
                List.of("nodes", limits.maxNodeCount() + " reserved at once"),
                List.of("trees", limits.maxTreeCount() + " at once"),
                List.of(
                        "analyses",
                        limits.maxAnalysisCount() + " at once, " + thinking.maxWaitingAnalysisCount() + " waiting"),
                List.of(
                        "an analysis",
                        limits.maxAnalysisNodeCount() + " states, " + limits.maxAnalysisTimeMs() / 1000 + " seconds")));
        rows.addAll(thinkingRows(thinking));
        info.arenaLimits().ifPresent(arena -> rows.addAll(arenaRows(arena)));
        return rows;
    }

    private static List<List<String>> thinkingRows(ServerInfo.ThinkingLimits thinking) {
        return List.of(
                List.of(
                        "playouts for a move",
                        thinking.maxPlayoutCount() + "; " + thinking.maxBatchPlayoutCount()
                                + " in all lanes of a batch together"),
                List.of(
                        "calls to players that search",
                        thinking.maxRunningThinkingCallCount() + " at once, " + thinking.maxThinkingCallCount()
                                + " with those that wait"),
                List.of(
                        "engine processes",
                        thinking.maxEngineCount() + " at once, " + thinking.maxEngineCountEach() + " of one engine"));
    }

    private static List<List<String>> arenaRows(ServerInfo.ArenaLimits arena) {
        return List.of(
                List.of("agents", arena.maxAgentCount() + " connected at once"),
                List.of("reconnection of an agent", arena.agentReconnectMs() / 1000 + " seconds"),
                List.of("tournaments", arena.maxTournamentCount() + " at once"),
                List.of("games of tournaments", arena.maxArenaGameCount() + " at once"),
                List.of("calls to the arena", arena.maxWaitingCallCount() + " waiting"));
    }
}
