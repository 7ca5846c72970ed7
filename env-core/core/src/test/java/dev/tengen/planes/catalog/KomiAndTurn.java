package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import java.util.List;

/** An encoding for tests: black stones, with the komi and the color to play as globals. */
public final class KomiAndTurn implements Encoding {
    private static final EncodingSpec SPEC = new EncodingSpec(
            "komi-and-turn",
            1,
            "Black stones, komi and the color to play.",
            Perspective.COLORS,
            1,
            MissingHistory.NONE,
            new PeerLayout("none", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
            List.of(new EncodingSpec.Feature("black", "a black stone")),
            List.of(
                    new EncodingSpec.Feature("komi", "points given to White", -1000, 1000),
                    new EncodingSpec.Feature("to_move", "the color to play", 1, 2)));

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        bits.append(game.board().points(Color.BLACK));
    }

    @Override
    public void encodeGlobals(Game game, float[] globals, int offset) {
        globals[offset] = (float) game.rules().komi();
        globals[offset + 1] = game.playerToMove();
    }
}
