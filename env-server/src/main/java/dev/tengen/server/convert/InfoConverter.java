package dev.tengen.server.convert;

import dev.tengen.analysis.Overlays;
import dev.tengen.board.Grid;
import dev.tengen.game.RulesPreset;
import dev.tengen.planes.catalog.Encodings;
import dev.tengen.player.PlayerFactory;
import dev.tengen.player.Players;
import dev.tengen.proto.v1.GetServerInfoRequest;
import dev.tengen.proto.v1.GetServerInfoResponse;
import dev.tengen.proto.v1.PlayerSpec;
import dev.tengen.proto.v1.ServerLimits;
import dev.tengen.env.Tasks;
import dev.tengen.server.error.CallException;
import java.util.List;

/** What the server offers, as messages. */
public final class InfoConverter {
    private InfoConverter() {}

    /** Returns all that the core offers, with the version, the limits and the engines of the server. */
    public static GetServerInfoResponse serverInfo(
            String version, ServerLimits limits, List<? extends PlayerFactory> engines) {
        GetServerInfoResponse.Builder info =
                GetServerInfoResponse.newBuilder().setVersion(version).setLimits(limits);
        for (RulesPreset preset : RulesPreset.values()) {
            info.addPresets(dev.tengen.proto.v1.RulesPreset.newBuilder()
                    .setName(preset.presetName())
                    .setRules(RulesConverter.toProto(preset.rules(Grid.square(Grid.MAX_SIZE)), preset.presetName()))
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

    /** Returns {@code info} with the encodings that {@code request} asks for. Throws {@link CallException} for unknown names. */
    public static GetServerInfoResponse answer(GetServerInfoRequest request, GetServerInfoResponse info) {
        if (request.getEncodingsCount() == 0) {
            return info;
        }
        SpecConverter.requireEncodings(request.getEncodingsList());
        GetServerInfoResponse.Builder answer = info.toBuilder();
        for (String name : request.getEncodingsList()) {
            if (!Encodings.names().contains(name)) {
                answer.addEncodings(EncodingConverter.toProto(Encodings.spec("encodings", name)));
            }
        }
        return answer.build();
    }

    private static PlayerSpec player(PlayerFactory player) {
        return PlayerSpec.newBuilder()
                .setName(player.playerName())
                .setSummary(player.summary())
                .build();
    }
}
