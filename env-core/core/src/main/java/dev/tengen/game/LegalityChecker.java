package dev.tengen.game;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;

/**
 * Decides which plays the rules allow, for one point or for the whole board.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
final class LegalityChecker {
    /*
     * For the whole board, points are not checked one by one. A play beside an empty point or an own stone is legal,
     * and so is a capture; both are a few operations on whole words of bits. Only the plays that suicide or repetition
     * may forbid remain, and they are few:
     *
     * - a point with no neighbors but enemies and the edge is a capture or a one-stone suicide;
     * - a suicide of several stones is at the only liberty of an own chain;
     * - a repetition is a capture, a suicide, or one of the few plays that Repetition suspects.
     *
     * Captures and suicides are at the points of atari. Repetition knows at a glance which of them may repeat a
     * position. Only these are checked individually, by the same code that checks a single play.
     */
    private final Ko ko;
    private final Suicide suicide;
    private final Repetition repetition;
    private final PlayPreview preview = new PlayPreview();
    private final PointSet scratch;

    LegalityChecker(Rules rules, Grid grid, Repetition repetition) {
        ko = rules.ko();
        suicide = rules.suicide();
        this.repetition = repetition;
        scratch = new PointSet(grid);
    }

    /** Returns whether {@code color} may play at {@code point}, or the reason why not. */
    Legality legality(Game game, int point, int color) {
        Board board = game.board();
        if (board.colorAt(point) != Color.EMPTY) {
            return Legality.OCCUPIED;
        }
        board.preview(point, color, preview);
        if (!suicide.allows(preview.suicideCount())) {
            return Legality.SUICIDE;
        }
        return repetition.repeatedMoveNumber(game, preview) < 0 ? Legality.LEGAL : Legality.REPETITION;
    }

    /**
     * Returns which position a play repeats. The last call must have been a {@link #legality} that returned
     * {@link Legality#REPETITION}.
     */
    int repeatedMoveNumber(Game game) {
        return repetition.repeatedMoveNumber(game, preview);
    }

    /** Sets {@code into} to the points where {@code color} may play. */
    void legalPoints(Game game, int color, PointSet into) {
        Board board = game.board();
        if (suicide == Suicide.FORBIDDEN) {
            board.copyLivingPlays(color, into);
        } else {
            into.copyTouching(board.points(Color.EMPTY), board.points(color));
            board.addAtariPoints(Color.opponent(color), into);
            if (suicide == Suicide.ANY && ko != Ko.POSITIONAL) {
                decideLoneStones(game, into, color);
            }
        }
        if (repetition.findSuspects(game, color, scratch)) {
            scratch.retainAll(into);
            decideAll(game, scratch, color, into);
        }
    }

    /** Checks the points with no neighbors but enemies and the edge, where nothing is captured: one-stone suicides. */
    private void decideLoneStones(Game game, PointSet into, int color) {
        scratch.copyFrom(game.board().points(Color.EMPTY));
        scratch.removeAll(into);
        decideAll(game, scratch, color, into);
    }

    private void decideAll(Game game, PointSet points, int color, PointSet into) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            decide(game, point, color, into);
        }
    }

    private void decide(Game game, int point, int color, PointSet into) {
        if (legality(game, point, color) == Legality.LEGAL) {
            into.add(point);
        } else {
            into.remove(point);
        }
    }
}
