package dev.tengen.client;

import dev.tengen.client.env.EncodingSpec;
import dev.tengen.client.internal.ProtoConverter;
import dev.tengen.proto.v1.EncodingFamily;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.RulesPreset;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.proto.v1.TaskFamily;
import java.util.List;

/** Converts what a server says about itself. */
final class ServerInfoConverter {
    private ServerInfoConverter() {}

    static ServerInfo serverInfo(GetServerInfoResponse message) {
        return new ServerInfo(
                message.getVersion(),
                message.getPresetsList().stream()
                        .map(ServerInfoConverter::preset)
                        .toList(),
                message.getEncodingsList().stream()
                        .map(ServerInfoConverter::encoding)
                        .toList(),
                message.getEncodingFamiliesList().stream()
                        .map(ServerInfoConverter::family)
                        .toList(),
                message.getPlayersList().stream()
                        .map(player -> new ServerInfo.Player(player.getName(), player.getSummary()))
                        .toList(),
                limits(message.getLimits()),
                message.getOverlaysList().stream()
                        .map(overlay -> new ServerInfo.OverlaySpec(
                                overlay.getName(), overlay.getMeaning(), overlay.getMin(), overlay.getMax()))
                        .toList(),
                message.getTasksList().stream().map(ServerInfoConverter::family).toList());
    }

    private static ServerInfo.Limits limits(ServerLimits message) {
        return new ServerInfo.Limits(
                message.getMaxSize(),
                message.getMaxSessionCount(),
                message.getIdleTimeoutMs(),
                message.getMaxRequestBytes(),
                message.getMaxLaneCount(),
                message.getMaxNodeCount(),
                message.getMaxTreeCount(),
                message.getMaxAnalysisCount(),
                message.getMaxAnalysisNodeCount(),
                message.getMaxAnalysisTimeMs());
    }

    private static ServerInfo.Preset preset(RulesPreset message) {
        return new ServerInfo.Preset(
                message.getName(),
                List.copyOf(message.getAliasesList()),
                ProtoConverter.rules(message.getRules()),
                message.getSummary());
    }

    private static EncodingSpec encoding(dev.tengen.proto.v1.EncodingSpec message) {
        return new EncodingSpec(
                message.getName(),
                message.getVersion(),
                message.getSummary(),
                ProtoConverter.name(message.getPerspective()),
                message.getBoardCount(),
                ProtoConverter.name(message.getMissingHistory()),
                new EncodingSpec.PeerLayout(
                        message.getPeer().getProgram(),
                        ProtoConverter.name(message.getPeer().getAxes()),
                        ProtoConverter.name(message.getPeer().getFirstRow())),
                message.getPlanesList().stream()
                        .map(plane -> new EncodingSpec.Feature(
                                plane.getName(), plane.getMeaning(), plane.getMin(), plane.getMax()))
                        .toList(),
                message.getGlobalFeaturesList().stream()
                        .map(global -> new EncodingSpec.Feature(
                                global.getName(), global.getMeaning(), global.getMin(), global.getMax()))
                        .toList());
    }

    private static ServerInfo.EncodingFamily family(EncodingFamily message) {
        return new ServerInfo.EncodingFamily(
                message.getName(), message.getParameter(), message.getMin(), message.getMax(), message.getMeaning());
    }

    private static ServerInfo.TaskFamily family(TaskFamily message) {
        return new ServerInfo.TaskFamily(
                message.getName(),
                message.getSummary(),
                message.getParametersList().stream()
                        .map(parameter -> new ServerInfo.TaskParameter(
                                parameter.getName(), List.copyOf(parameter.getValuesList()), parameter.getMeaning()))
                        .toList());
    }
}
