package dev.tengen.server.convert;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.tengen.analysis.OverlaySpec;
import dev.tengen.analysis.Overlays;
import dev.tengen.game.Game;
import dev.tengen.proto.v1.Overlay;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** Converts overlays to messages. */
final class OverlayConverter {
    private OverlayConverter() {}

    static dev.tengen.proto.v1.OverlaySpec toProto(OverlaySpec spec) {
        return dev.tengen.proto.v1.OverlaySpec.newBuilder()
                .setName(spec.name())
                .setMeaning(spec.meaning())
                .setMin(spec.min())
                .setMax(spec.max())
                .build();
    }

    /** Returns the overlays called {@code names}, which must exist, of the current position of {@code game}. */
    static List<Overlay> overlays(Game game, List<String> names) {
        return names.stream()
                .map(name -> Overlay.newBuilder()
                        .setName(name)
                        .setValues(values(game, name))
                        .build())
                .toList();
    }

    private static ByteString values(Game game, String name) {
        int[] values = Overlays.named(name, game.grid()).orElseThrow().values(game);
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        return UnsafeByteOperations.unsafeWrap(bytes);
    }
}
