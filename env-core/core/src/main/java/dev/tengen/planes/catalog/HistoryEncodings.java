package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/** Published encodings of the last eight boards and the color to play, besides {@link AlphaZero}. */
final class HistoryEncodings {
    private static final int BOARD_COUNT = 8;

    /**
     * The 17 planes of Minigo: those of AlphaGo Zero, except that the oldest board is repeated where history is short.
     * The two differ only after set-up stones.
     */
    static final EncodingSpec MINIGO_17 = new EncodingSpec(
            "minigo-17",
            "The planes of alphazero-17; where history is short, the oldest board is repeated.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.OLDEST_BOARD,
            new PeerLayout("Minigo, AGZ_FEATURES", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(BoardOrder.PAIRED, BOARD_COUNT, Color.BLACK));

    /** The 17 planes of Pgx: those of AlphaGo Zero, with a last plane that is one if White is to move. */
    static final EncodingSpec PGX_17 = new EncodingSpec(
            "pgx-17",
            "The planes of alphazero-17, but the last plane is one if White is to move.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("Pgx, go", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(BoardOrder.PAIRED, BOARD_COUNT, Color.WHITE));

    /**
     * The 17 planes of PettingZoo's go_v5 as it computes them, which differs from its documentation.
     *
     * <p>Each board has the perspective of the player whose move made it. So the newest board is the opponent's view,
     * and the perspective alternates with age. The last plane is zero if Black is to move and one if White is.
     */
    static final EncodingSpec PETTING_ZOO_V5 = new EncodingSpec(
            "pettingzoo-v5",
            "The last 8 boards, each seen by the player whose move made it, and the color to play, as in go_v5.",
            Perspective.MOVER,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("PettingZoo, go_v5", PeerLayout.Axes.HWC, PeerLayout.FirstRow.TOP),
            HistoryEncoding.planes(BoardOrder.BY_MOVER, BOARD_COUNT, Color.WHITE));

    /**
     * The 18 planes of Leela Zero: eight boards of own stones, eight of the opponent's, and a plane for each color to
     * play.
     *
     * <p>Leela Zero numbers rows from the bottom, in planes and in actions.
     */
    static final EncodingSpec LEELA_ZERO_18 = new EncodingSpec(
            "leelazero-18",
            "Own stones on the last 8 boards, then the opponent's, and a plane for each color to play.",
            Perspective.PLAYER_TO_MOVE,
            BOARD_COUNT,
            MissingHistory.ZEROS,
            new PeerLayout("Leela Zero", PeerLayout.Axes.CHW, PeerLayout.FirstRow.BOTTOM),
            HistoryEncoding.planes(BoardOrder.GROUPED, BOARD_COUNT, Color.BLACK, Color.WHITE));

    private HistoryEncodings() {}

    static Encoding minigo17(Grid grid) {
        return new HistoryEncoding(MINIGO_17, BoardOrder.PAIRED, grid, Color.BLACK);
    }

    static Encoding pgx17(Grid grid) {
        return new HistoryEncoding(PGX_17, BoardOrder.PAIRED, grid, Color.WHITE);
    }

    static Encoding pettingZooV5(Grid grid) {
        return new HistoryEncoding(PETTING_ZOO_V5, BoardOrder.BY_MOVER, grid, Color.WHITE);
    }

    static Encoding leelaZero18(Grid grid) {
        return new HistoryEncoding(LEELA_ZERO_18, BoardOrder.GROUPED, grid, Color.BLACK, Color.WHITE);
    }
}
