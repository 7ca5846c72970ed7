package dev.tengen.server.convert;

import dev.tengen.planes.EncodingFamily;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.PeerLayout;
import dev.tengen.proto.v1.GlobalFeatureSpec;
import dev.tengen.proto.v1.MissingHistory;
import dev.tengen.proto.v1.PeerAxes;
import dev.tengen.proto.v1.PeerFirstRow;
import dev.tengen.proto.v1.Perspective;
import dev.tengen.proto.v1.PlaneSpec;

/** Converts the specs of encodings to messages. */
final class EncodingConverter {
    private EncodingConverter() {}

    static dev.tengen.proto.v1.EncodingSpec toProto(EncodingSpec spec) {
        return dev.tengen.proto.v1.EncodingSpec.newBuilder()
                .setName(spec.name())
                .setVersion(spec.version())
                .setSummary(spec.summary())
                .setPerspective(Enums.toProto(spec.perspective(), "PERSPECTIVE_", Perspective.class))
                .setBoardCount(spec.boardCount())
                .setMissingHistory(Enums.toProto(spec.missingHistory(), "MISSING_HISTORY_", MissingHistory.class))
                .setPeer(toProto(spec.peer()))
                .addAllPlanes(
                        spec.planes().stream().map(EncodingConverter::plane).toList())
                .addAllGlobals(
                        spec.globals().stream().map(EncodingConverter::global).toList())
                .build();
    }

    private static PlaneSpec plane(EncodingSpec.Feature plane) {
        return PlaneSpec.newBuilder()
                .setName(plane.name())
                .setMeaning(plane.meaning())
                .setMin(plane.min())
                .setMax(plane.max())
                .build();
    }

    private static GlobalFeatureSpec global(EncodingSpec.Feature global) {
        return GlobalFeatureSpec.newBuilder()
                .setName(global.name())
                .setMeaning(global.meaning())
                .setMin(global.min())
                .setMax(global.max())
                .build();
    }

    private static dev.tengen.proto.v1.PeerLayout toProto(PeerLayout peer) {
        return dev.tengen.proto.v1.PeerLayout.newBuilder()
                .setProgram(peer.program())
                .setAxes(Enums.toProto(peer.axes(), "PEER_AXES_", PeerAxes.class))
                .setFirstRow(Enums.toProto(peer.firstRow(), "PEER_FIRST_ROW_", PeerFirstRow.class))
                .build();
    }

    static dev.tengen.proto.v1.EncodingFamily toProto(EncodingFamily family) {
        return dev.tengen.proto.v1.EncodingFamily.newBuilder()
                .setName(family.name())
                .setParameter(family.parameter())
                .setMin(family.min())
                .setMax(family.max())
                .setMeaning(family.meaning())
                .build();
    }
}
