package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/** The 17 planes of Pgx: those of AlphaGo Zero, with a last plane that is one if White is to move. */
final class Pgx17 {
    private static final int BOARD_COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "pgx-17",
            "The planes of alphazero-17, but the last plane is one if White is to move.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("Pgx, go", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(RecentBoards.Paired.planes(BOARD_COUNT), Color.WHITE));

    private Pgx17() {}

    static Encoding create(Grid grid) {
        return new HistoryEncoding(SPEC, new RecentBoards.Paired(SPEC, grid), Color.WHITE);
    }
}
