package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/**
 * The 18 planes of Leela Zero: eight boards of own stones, eight of the opponent's, and a plane for each color to play.
 *
 * <p>Leela Zero numbers rows from the bottom, in planes and in actions.
 */
final class LeelaZero18 {
    private static final int BOARD_COUNT = 8;

    static final EncodingSpec SPEC = new EncodingSpec(
            "leelazero-18",
            "Own stones on the last 8 boards, then the opponent's, and a plane for each color to play.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("Leela Zero", PeerLayout.Axes.CHW, PeerLayout.FirstRow.BOTTOM),
            HistoryEncoding.planes(RecentBoards.Grouped.planes(BOARD_COUNT), Color.BLACK, Color.WHITE));

    private LeelaZero18() {}

    static Encoding create(Grid grid) {
        return new HistoryEncoding(SPEC, new RecentBoards.Grouped(SPEC, grid), Color.BLACK, Color.WHITE);
    }
}
