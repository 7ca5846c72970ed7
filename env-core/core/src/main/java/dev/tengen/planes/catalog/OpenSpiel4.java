package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import java.util.List;

/**
 * The 4 planes of OpenSpiel's go: black, white, empty, and the color to play. OpenSpiel numbers rows from the bottom.
 */
final class OpenSpiel4 implements Encoding {
    static final EncodingSpec SPEC = new EncodingSpec(
            "openspiel-4",
            "Black stones, white stones, empty points, and the color to play; no history.",
            Perspective.COLORS,
            1,
            MissingHistory.NONE,
            new PeerLayout("OpenSpiel, go", PeerLayout.Axes.CHW, PeerLayout.FirstRow.BOTTOM),
            List.of(
                    new EncodingSpec.Feature("black", "a black stone"),
                    new EncodingSpec.Feature("white", "a white stone"),
                    new EncodingSpec.Feature("empty", "no stone"),
                    HistoryEncoding.toMove(Color.WHITE)));

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        Board board = game.board();
        bits.append(board.points(Color.BLACK));
        bits.append(board.points(Color.WHITE));
        bits.append(board.points(Color.EMPTY));
        bits.append(game.playerToMove() == Color.WHITE, game.grid().pointCount());
    }
}
