package dev.tengen.planes.catalog;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;

/**
 * The planes of AlphaGo Zero and AlphaZero: the last boards, each as the stones of the player to move now and those of
 * the opponent, and the color to play. With the eight boards of the papers there are 17 planes.
 *
 * <p>Silver et al., "Mastering the game of Go without human knowledge" (2017), "Neural network architecture", and the
 * AlphaZero paper (2018), table S1. All boards have the perspective of the player to move now. A pass repeats a board.
 * Boards before the start are zero.
 */
final class AlphaZero {
    static final EncodingSpec SPEC_17 = spec("alphazero-17", 8);

    private AlphaZero() {}

    /** Returns the spec of the encoding {@code name}, which shows {@code boardCount} boards. */
    static EncodingSpec spec(String name, int boardCount) {
        String last = boardCount == 1 ? "The present board" : "The last " + boardCount + " boards";
        return new EncodingSpec(
                name,
                last + " as own and opponent's stones, newest first, and the color to play.",
                Perspective.PLAYER_TO_MOVE,
                boardCount,
                boardCount == 1 ? MissingHistory.NONE : MissingHistory.ZEROS,
                new PeerLayout("AlphaGo Zero and AlphaZero, the papers", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
                HistoryEncoding.planes(BoardOrder.PAIRED, boardCount, Color.BLACK));
    }

    /** Creates the encoding {@code spec} for games on {@code grid}. */
    static Encoding create(EncodingSpec spec, Grid grid) {
        return new HistoryEncoding(spec, BoardOrder.PAIRED, grid, Color.BLACK);
    }
}
