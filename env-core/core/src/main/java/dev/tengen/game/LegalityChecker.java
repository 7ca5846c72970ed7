package dev.tengen.game;

import dev.tengen.board.Ataris;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
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
     * Captures and suicides come from the lists of chains in atari, with the hash that each would leave. Only if a
     * position that it may repeat has that hash, the play is checked individually, by the same code that checks a
     * single play.
     */
    private final Rules rules;
    private final Board board;
    private final Repetition repetition;
    private final PlayPreview preview = new PlayPreview();
    private final PointSet scratch;

    LegalityChecker(Rules rules, Board board, Repetition repetition) {
        this.rules = rules;
        this.board = board;
        this.repetition = repetition;
        scratch = new PointSet(board.grid());
    }

    /** Returns whether {@code color} may play at {@code point}, or the reason why not. */
    Legality legality(int point, int color) {
        if (board.colorAt(point) != Color.EMPTY) {
            return Legality.OCCUPIED;
        }
        board.preview(point, color, preview);
        if (!rules.suicide().allows(preview.suicideCount())) {
            return Legality.SUICIDE;
        }
        return repetition.repeatedMoveNumber(preview, point, color) < 0 ? Legality.LEGAL : Legality.REPETITION;
    }

    /**
     * Returns which position the play at {@code point} repeats. The last call must have been a {@link #legality} for
     * the same play that returned {@link Legality#REPETITION}.
     */
    int repeatedMoveNumber(int point, int color) {
        return repetition.repeatedMoveNumber(preview, point, color);
    }

    /** Sets {@code into} to the points where {@code color} may play. */
    void legalPoints(int color, PointSet into) {
        PointSet empty = board.points(Color.EMPTY);
        into.copyTouching(empty, board.points(color));
        if (rules.suicide() == Suicide.ANY && rules.ko() != Ko.POSITIONAL) {
            decideLoneStones(into, color);
        }
        decideCaptures(into, color);
        decideSuicides(into, color);
        scratch.clear();
        if (repetition.addSuspects(color, scratch)) {
            scratch.retainAll(into);
            decideAll(scratch, color, into);
        }
    }

    /** Checks the points with no neighbors but enemies and the edge: one-stone suicides, unless they capture. */
    private void decideLoneStones(PointSet into, int color) {
        scratch.copyFrom(board.points(Color.EMPTY));
        scratch.removeAll(into);
        decideAll(scratch, color, into);
    }

    private void decideCaptures(PointSet into, int color) {
        int enemy = Color.opponent(color);
        Ataris ataris = board.ataris(enemy);
        for (int i = 0; i < ataris.count(); i++) {
            int point = ataris.point(i);
            into.add(point);
            long hash = board.hash() ^ board.zobrist().key(color, point) ^ ataris.hash(i);
            if (repetition.isSuspect(point, color, enemy, ataris.stoneCount(i), hash)) {
                decide(point, color, into);
            }
        }
    }

    /** Checks the points where own chains might lose their last liberty. */
    private void decideSuicides(PointSet into, int color) {
        Ataris ataris = board.ataris(color);
        boolean isForbidden = rules.suicide() == Suicide.FORBIDDEN;
        for (int i = 0; i < ataris.count(); i++) {
            int point = ataris.point(i);
            // If suicide is allowed, only repetition matters. Plays that are no suicide are checked elsewhere.
            long hash = board.hash() ^ ataris.hash(i);
            if (isForbidden
                    ? board.isSuicide(point, color)
                    : repetition.isSuspect(point, color, color, ataris.stoneCount(i), hash)) {
                decide(point, color, into);
            }
        }
    }

    private void decideAll(PointSet points, int color, PointSet into) {
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            decide(point, color, into);
        }
    }

    private void decide(int point, int color, PointSet into) {
        if (legality(point, color) == Legality.LEGAL) {
            into.add(point);
        } else {
            into.remove(point);
        }
    }
}
