package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/**
 * The 17 planes of Minigo: those of AlphaGo Zero, except that the oldest board is repeated where history is short. The two differ
 * only after set-up stones.
 */
final class Minigo17 {
    private static final int BOARD_COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "minigo-17",
            "The planes of alphazero-17; where history is short, the oldest board is repeated.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.OLDEST_BOARD,
            new PeerLayout("Minigo, AGZ_FEATURES", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(RecentBoards.Paired.planes(BOARD_COUNT), Color.BLACK));

    private Minigo17() {}

    static Encoding create(Grid grid) {
        return new HistoryEncoding(SPEC, new RecentBoards.Paired(SPEC, grid), Color.BLACK);
    }
}
