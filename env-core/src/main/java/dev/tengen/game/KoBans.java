package dev.tengen.game;

import dev.tengen.board.Ataris;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;

/**
 * Finds the points that the ko rule alone closes to the player to move, whether the game is over or not.
 *
 * <p>A suicide of one stone leaves the board as it was. Most rules forbid it one way or another; it is never a ban of the ko
 * rule here. Nothing here allocates but the constructor. Not thread-safe.
 */
public final class KoBans {
    private final PlayPreview preview = new PlayPreview();

    /** Makes a finder for games on any grid. */
    public KoBans() {}

    /** Makes {@code into} the set of those points in the present position of {@code game}. */
    public void find(Game game, PointSet into) {
        Board board = game.board();
        int color = game.playerToMove();
        into.clear();
        game.repetition().addSuspects(color, into);
        // Any other repetition takes stones off, so it is at the only liberty of a chain.
        addPoints(board.ataris(Color.BLACK), into);
        addPoints(board.ataris(Color.WHITE), into);
        into.retainAll(board.points(Color.EMPTY));
        for (int point = into.first(); point >= 0; point = into.next(point)) {
            if (!isBanned(game, point, color)) {
                into.remove(point);
            }
        }
    }

    private static void addPoints(Ataris ataris, PointSet into) {
        for (int i = 0; i < ataris.count(); i++) {
            into.add(ataris.point(i));
        }
    }

    private boolean isBanned(Game game, int point, int color) {
        game.board().preview(point, color, preview);
        int suicideCount = preview.suicideCount();
        return suicideCount != 1
                && game.rules().suicide().allows(suicideCount)
                && game.repetition().repeatedMoveNumber(preview, point, color) >= 0;
    }
}
