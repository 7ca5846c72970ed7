package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.planes.Encoding;
import dev.tengen.planes.EncodingSpec;
import dev.tengen.planes.MissingHistory;
import dev.tengen.planes.PeerLayout;
import dev.tengen.planes.Perspective;
import dev.tengen.planes.PlaneBits;
import java.util.List;

/**
 * The 6 planes of GymGo: black, white, the color to play, illegal points, a previous pass, the end of the game.
 *
 * <p>Illegal points follow GymGo's rules, regardless of the rules of the game: occupied points, suicides, and the ko
 * that the last move took. The end of the game does not change them.
 */
final class GymGo6 implements Encoding {
    static final EncodingSpec SPEC = new EncodingSpec(
            "gymgo-6",
            "Black and white stones, the color to play, points that simple ko and suicide forbid, a previous pass, the"
                    + " end of the game.",
            Perspective.COLORS,
            1,
            MissingHistory.NONE,
            new PeerLayout("GymGo", PeerLayout.Axes.CHW, PeerLayout.FirstRow.TOP),
            List.of(
                    new EncodingSpec.Feature("black", "a black stone"),
                    new EncodingSpec.Feature("white", "a white stone"),
                    HistoryEncoding.toMove(Color.WHITE),
                    new EncodingSpec.Feature(
                            "invalid",
                            "a point where the player to move may not play under simple ko without suicide,"
                                    + " regardless of the rules of the game"),
                    new EncodingSpec.Feature("previous_pass", "the last move was a pass (the whole plane)"),
                    new EncodingSpec.Feature(
                            "game_over",
                            "passes, a resignation or a repetition have ended the game (the whole plane)")));

    private final PointSet valid;

    GymGo6(Grid grid) {
        valid = new PointSet(grid);
    }

    @Override
    public EncodingSpec spec() {
        return SPEC;
    }

    @Override
    public void encode(Game game, PlaneBits bits) {
        Board board = game.board();
        int pointCount = game.grid().pointCount();
        int last = game.moveNumber() == 0 ? -1 : game.move(game.moveNumber());
        board.copyLivingPlays(game.playerToMove(), valid);
        if (game.removedCount() == 1) {
            removeKo(board, last);
        }
        bits.append(board.points(Color.BLACK));
        bits.append(board.points(Color.WHITE));
        bits.append(game.playerToMove() == Color.WHITE, pointCount);
        bits.appendComplement(valid);
        bits.append(last == pointCount, pointCount);
        bits.append(game.isOver(), pointCount);
    }

    /**
     * Removes the point where the stone at {@code last} captured one stone, if that stone is a chain by itself without
     * other liberties.
     */
    private void removeKo(Board board, int last) {
        if (board.colorAt(last) == Color.EMPTY || board.chainSize(last) > 1) {
            return;
        }
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = board.grid().neighbor(last, direction);
            if (board.colorAt(neighbor) == Color.EMPTY && board.isInAtariAt(last, neighbor)) {
                valid.remove(neighbor);
            }
        }
    }
}
