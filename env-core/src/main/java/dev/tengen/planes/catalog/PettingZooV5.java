package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/**
 * The 17 planes of PettingZoo's go_v5 as it computes them, which differs from its documentation.
 *
 * <p>Each board has the perspective of the player whose move made it. So the newest board is the opponent's view, and the
 * perspective alternates with age. The last plane is zero if Black is to move and one if White is.
 */
final class PettingZooV5 {
    private static final int BOARD_COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "pettingzoo-v5",
            "The last 8 boards, each seen by the player whose move made it, and the color to play, as in go_v5.",
            Perspective.MOVER,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("PettingZoo, go_v5", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(RecentBoards.ByMover.planes(BOARD_COUNT), Color.WHITE));

    private PettingZooV5() {}

    static Encoding create(Grid grid) {
        return new HistoryEncoding(SPEC, new RecentBoards.ByMover(SPEC, grid), Color.WHITE);
    }
}
