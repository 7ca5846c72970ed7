package dev.tengen.game;

import dev.tengen.board.Ataris;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PlayPreview;
import dev.tengen.board.PointSet;

/**
 * Decides which plays the rules allow, one by one or all at once.
 *
 * <p>Nothing here allocates but the constructor. Not thread-safe.
 */
final class LegalityChecker {
    /*
     * All at once means: without asking point by point. A play beside an empty point or an own stone is legal, and a
     * play that captures is; that is a few operations on whole words of bits. What is left are plays that suicide or
     * repetition may forbid, and these are few:
     *
     * - a point with no neighbor but enemies and the edge is a capture, or a suicide of one stone;
     * - a suicide of several stones is at the only liberty of an own chain;
     * - a repetition is a capture, a suicide, or a play that leaves as many stones as there were at an earlier time
     *   (Repetition says which).
     *
     * Captures and suicides are read from the lists of chains in atari, with the hash that each would leave. Where that
     * hash was there before, and only there, the play is decided on its own, by the same code that answers a question
     * about one play.
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

    /** Returns whether {@code color} may play at {@code point}, and if not, why. */
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

    /** Returns which position the play at {@code point} repeats that {@link #legality} has just said repeats one. */
    int repeatedMoveNumber(int point, int color) {
        return repetition.repeatedMoveNumber(preview, point, color);
    }

    /** Makes {@code into} the set of points where {@code color} may play. */
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

    /** Decides about points with no neighbor but enemies and the edge: suicides of one stone, unless they capture. */
    private void decideLoneStones(PointSet into, int color) {
        scratch.copyFrom(board.points(Color.EMPTY));
        scratch.removeAll(into);
        decideAll(scratch, color, into);
    }

    private void decideCaptures(PointSet into, int color) {
        int enemy = Color.opponent(color);
        Ataris ataris = board.ataris(enemy);
        int own = board.stoneCount(color) + 1;
        int enemies = board.stoneCount(enemy);
        for (int i = 0; i < ataris.count(); i++) {
            int point = ataris.point(i);
            into.add(point);
            long hash = board.hash() ^ board.zobrist().key(color, point) ^ ataris.hash(i);
            if (repetition.isSuspect(color, hash, own, enemies - ataris.stoneCount(i))) {
                decide(point, color, into);
            }
        }
    }

    /** Decides about points where own chains might lose their last liberty. */
    private void decideSuicides(PointSet into, int color) {
        Ataris ataris = board.ataris(color);
        int own = board.stoneCount(color);
        int enemies = board.stoneCount(Color.opponent(color));
        boolean isForbidden = rules.suicide() == Suicide.FORBIDDEN;
        for (int i = 0; i < ataris.count(); i++) {
            int point = ataris.point(i);
            // Where suicide is allowed only repetition matters, and a play that is no suicide is looked at elsewhere.
            long hash = board.hash() ^ ataris.hash(i);
            if (isForbidden
                    ? board.isSuicide(point, color)
                    : repetition.isSuspect(color, hash, own - ataris.stoneCount(i), enemies)) {
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
