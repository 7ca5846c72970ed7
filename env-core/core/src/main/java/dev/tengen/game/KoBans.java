package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;

/**
 * Finds the points that only the ko rule forbids to the player to move, whether or not the game is over.
 *
 * <p>A one-stone suicide leaves the board unchanged. Most rules forbid it in one way or another; here it never counts
 * as banned by ko. Only the constructor allocates. Not thread-safe.
 */
public final class KoBans {
    private final PlayPreview preview = new PlayPreview();

    /** Creates a finder for games on any grid. */
    public KoBans() {}

    /** Sets {@code into} to the points that ko forbids in the current position of {@code game}. */
    public void find(Game game, PointSet into) {
        Board board = game.board();
        int color = game.playerToMove();
        if (!game.referee().repetition().findSuspects(game, color, into)) {
            into.clear();
        }
        into.retainAll(board.points(Color.EMPTY));
        for (int point = into.first(); point >= 0; point = into.next(point)) {
            if (!isBanned(game, point, color)) {
                into.remove(point);
            }
        }
    }

    private boolean isBanned(Game game, int point, int color) {
        game.board().preview(point, color, preview);
        int suicideCount = preview.suicideCount();
        return suicideCount != 1
                && game.rules().suicide().allows(suicideCount)
                && game.referee().repetition().repeatedMoveNumber(game, preview) >= 0;
    }
}
