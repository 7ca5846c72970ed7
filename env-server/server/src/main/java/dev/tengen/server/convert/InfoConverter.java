package dev.tengen.server.convert;

import dev.tengen.analysis.Overlays;
import dev.tengen.board.Grid;
import dev.tengen.env.Tasks;
import dev.tengen.game.RulesPreset;
import dev.tengen.gtp.driver.EngineSpec;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.EngineInfo;
import dev.tengen.proto.v1.FeatureInfo;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.MemoryInfo;
import dev.tengen.proto.v1.MemoryUse;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.ServiceInfo;
import dev.tengen.server.analysis.AnalysisLimits;
import dev.tengen.server.error.CallException;
import dev.tengen.server.execution.MemoryArea;
import dev.tengen.server.execution.MemoryBudget;
import dev.tengen.server.execution.MemoryKind;
import dev.tengen.server.info.ArenaLimits;
import dev.tengen.server.info.Feature;
import dev.tengen.server.info.ServerDescription;
import dev.tengen.server.info.ServiceStatus;
import dev.tengen.server.info.StreamLimits;
import dev.tengen.server.info.ThinkingLimits;
import dev.tengen.server.session.Engines;
import dev.tengen.server.session.SessionLimits;
import dev.tengen.server.tree.ForestLimits;
import java.util.List;

/** Converts what the server offers to messages. */
public final class InfoConverter {
    private InfoConverter() {}

    /** Returns the limits of a server. */
    public static ServerLimits limits(
            SessionLimits sessions,
            int maxRequestBytes,
            int maxLaneCount,
            ForestLimits forests,
            AnalysisLimits analyses) {
        return ServerLimits.newBuilder()
                .setMaxSize(Grid.MAX_SIZE)
                .setMaxSessionCount(sessions.maxSessionCount())
                .setMaxMoveCount(sessions.maxMoveCount())
                .setIdleTimeoutMs(sessions.idleTimeout().toMillis())
                .setMaxRequestBytes(maxRequestBytes)
                .setMaxLaneCount(maxLaneCount)
                .setMaxNodeCount(forests.maxNodeCount())
                .setMaxTreeCount(forests.maxTreeCount())
                .setMaxAnalysisCount(analyses.maxCount())
                .setMaxAnalysisNodeCount(analyses.maxNodeCount())
                .setMaxAnalysisTimeMs(analyses.maxTime().toMillis())
                .build();
    }

    /**
     * Returns what the core offers, and what a server has switched on.
     *
     * @param engines the engines of the server as players
     */
    public static GetServerInfoResponse serverInfo(
            String version, ServerLimits limits, List<? extends PlayerFactory> engines, ServerDescription description) {
        GetServerInfoResponse.Builder info =
                GetServerInfoResponse.newBuilder().setVersion(version).setLimits(limits);
        addDescription(info, description);
        for (RulesPreset preset : RulesPreset.values()) {
            info.addPresets(dev.tengen.proto.v1.RulesPreset.newBuilder()
                    .setName(preset.presetName())
                    .setRules(RulesConverter.toProto(preset.rules(Grid.square(Grid.MAX_SIZE)), preset))
                    .setSummary(preset.summary())
                    .addAllAliases(preset.aliases()));
        }
        Encodings.specs().forEach(spec -> info.addEncodings(EncodingConverter.toProto(spec)));
        Encodings.families().forEach(family -> info.addEncodingFamilies(EncodingConverter.toProto(family)));
        Overlays.specs().forEach(spec -> info.addOverlays(OverlayConverter.toProto(spec)));
        Players.listed().forEach(player -> info.addPlayers(player(player)));
        Tasks.families().forEach(family -> info.addTasks(TaskConverter.toProto(family)));
        engines.forEach(engine -> info.addPlayers(player(engine)));
        return info.build();
    }

    private static void addDescription(GetServerInfoResponse.Builder info, ServerDescription description) {
        for (ServiceStatus service : description.services()) {
            info.addServices(ServiceInfo.newBuilder()
                    .setName(service.name())
                    .setIsEnabled(service.isEnabled())
                    .setHowToEnable(service.howToEnable())
                    .addAllDisabledRpcs(service.disabledRpcs()));
        }
        for (Feature feature : description.features()) {
            info.addFeatures(FeatureInfo.newBuilder()
                    .setName(feature.name())
                    .setIsEnabled(feature.isEnabled())
                    .setKind(feature.kind())
                    .setHowToEnable(feature.howToEnable()));
        }
        for (EngineSpec engine : description.engines()) {
            info.addEngines(EngineInfo.newBuilder()
                    .setName(Engines.NAME_PREFIX + engine.name())
                    .setStartTimeoutMs(engine.startTimeout().toMillis())
                    .setMoveTimeoutMs(engine.moveTimeout()
                            .orElse(EngineSpec.DEFAULT_MOVE_TIMEOUT)
                            .toMillis())
                    .setDeadStones(engine.deadStones().choice()));
        }
        info.setStreamLimits(toProto(description.streamLimits()));
        info.setThinkingLimits(toProto(description.thinkingLimits()));
        description.arenaLimits().ifPresent(limits -> info.setArenaLimits(toProto(limits)));
    }

    private static dev.tengen.proto.v1.StreamLimits toProto(StreamLimits limits) {
        return dev.tengen.proto.v1.StreamLimits.newBuilder()
                .setMaxRequestBytes(limits.maxRequestBytes())
                .setMaxBatchAnswerBytes(limits.maxBatchAnswerBytes())
                .setMaxTreeAnswerBytes(limits.maxTreeAnswerBytes())
                .setMaxCallsPerConnection(limits.maxCallsPerConnection())
                .setMaxConnectionCount(limits.maxConnectionCount())
                .setMaxConnectionCountPerAddress(limits.maxConnectionCountPerAddress())
                .setSlowReaderLimitMs(limits.slowReaderLimit().toMillis())
                .build();
    }

    private static dev.tengen.proto.v1.ThinkingLimits toProto(ThinkingLimits limits) {
        return dev.tengen.proto.v1.ThinkingLimits.newBuilder()
                .setMaxPlayoutCount(limits.maxPlayoutCount())
                .setMaxBatchPlayoutCount(limits.maxBatchPlayoutCount())
                .setMaxThinkingCallCount(limits.maxCallCount())
                .setMaxRunningThinkingCallCount(limits.maxRunningCallCount())
                .setMaxEngineCount(limits.maxEngineCount())
                .setMaxEngineCountEach(limits.maxEngineCountEach())
                .setMaxWaitingAnalysisCount(limits.maxWaitingAnalysisCount())
                .build();
    }

    private static dev.tengen.proto.v1.ArenaLimits toProto(ArenaLimits limits) {
        return dev.tengen.proto.v1.ArenaLimits.newBuilder()
                .setMaxAgentCount(limits.maxAgentCount())
                .setAgentReconnectMs(limits.agentReconnect().toMillis())
                .setMaxTournamentCount(limits.maxTournamentCount())
                .setMaxArenaGameCount(limits.maxGameCount())
                .setMaxWaitingCallCount(limits.maxWaitingCallCount())
                .build();
    }

    /**
     * Returns {@code info} with the encodings that {@code request} asks for, and with the present use of memory.
     *
     * @throws CallException if a name is unknown
     */
    public static GetServerInfoResponse answer(
            GetServerInfoRequest request, GetServerInfoResponse info, MemoryBudget budget) {
        GetServerInfoResponse.Builder answer = info.toBuilder().setMemory(memory(budget));
        for (String name : SpecConverter.encodings(request.getEncodingsList())) {
            if (!Encodings.names().contains(name)) {
                answer.addEncodings(EncodingConverter.toProto(Encodings.spec("encodings", name)));
            }
        }
        return answer.build();
    }

    private static MemoryInfo memory(MemoryBudget budget) {
        MemoryInfo.Builder memory = MemoryInfo.newBuilder()
                .setMaxHeapBytes(budget.totalBytes(MemoryArea.HEAP))
                .setMaxDirectBytes(budget.totalBytes(MemoryArea.DIRECT));
        for (MemoryKind kind : MemoryKind.values()) {
            memory.addUses(MemoryUse.newBuilder()
                    .setKind(kind.label())
                    .setIsDirect(kind.area() == MemoryArea.DIRECT)
                    .setMaxBytes(budget.limitBytes(kind))
                    .setReservedBytes(budget.reservedBytes(kind)));
        }
        return memory.build();
    }

    private static PlayerSpec player(PlayerFactory player) {
        return PlayerSpec.newBuilder()
                .setName(player.playerName())
                .setSummary(player.summary())
                .build();
    }
}
