package dev.tengen.player;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Arrays;
import java.util.Collection;

/** The moves that an analysis may try, by color and by depth in the tree. Immutable. */
public final class MoveFilter {
    /** Admits all moves. */
    public static final MoveFilter NONE = new MoveFilter(new int[0], new int[0]);

    /** For each point and the pass, the depth from which on Black may play it; empty if Black may play all. */
    private final int[] blackFrom;

    private final int[] whiteFrom;

    private MoveFilter(int[] blackFrom, int[] whiteFrom) {
        this.blackFrom = blackFrom;
        this.whiteFrom = whiteFrom;
    }

    /**
     * Returns a filter that also excludes {@code moves} of {@code color}.
     *
     * @param moves points of {@code grid}, or the pass
     * @param untilDepth the number of moves from the root on to which this applies: 1 for the first move only
     * @throws InvalidValueException if {@code untilDepth} is less than 1
     */
    public MoveFilter avoiding(Grid grid, int color, Collection<Integer> moves, int untilDepth) {
        requireDepth(untilDepth);
        int[] from = Arrays.copyOf(from(color), grid.pointCount() + 1);
        moves.forEach(move -> from[move] = Math.max(from[move], untilDepth));
        return with(color, from);
    }

    /**
     * Returns a filter that excludes all moves of {@code color} except {@code moves}. It replaces what this filter says
     * about the color.
     *
     * @param moves points of {@code grid}, or the pass
     * @param untilDepth the number of moves from the root on to which this applies: 1 for the first move only
     * @throws InvalidValueException if {@code untilDepth} is less than 1
     */
    public MoveFilter allowing(Grid grid, int color, Collection<Integer> moves, int untilDepth) {
        requireDepth(untilDepth);
        int[] from = new int[grid.pointCount() + 1];
        Arrays.fill(from, untilDepth);
        moves.forEach(move -> from[move] = 0);
        return with(color, from);
    }

    private static void requireDepth(int untilDepth) {
        InvalidValueException.requireWithin("until_depth", untilDepth, 1, Integer.MAX_VALUE);
    }

    private MoveFilter with(int color, int[] from) {
        return color == Color.BLACK ? new MoveFilter(from, whiteFrom) : new MoveFilter(blackFrom, from);
    }

    private int[] from(int color) {
        return color == Color.BLACK ? blackFrom : whiteFrom;
    }

    /** Returns whether all moves are admitted. */
    boolean isEmpty() {
        return blackFrom.length == 0 && whiteFrom.length == 0;
    }

    /**
     * Removes the points that {@code color} may not play at {@code depth}, 0 at the root.
     *
     * @return whether the pass is admitted; also true if nothing else is left
     */
    boolean restrict(PointSet points, int color, int depth) {
        int[] from = from(color);
        if (from.length == 0) {
            return true;
        }
        for (int point = points.first(); point >= 0; point = points.next(point)) {
            if (depth < from[point]) {
                points.remove(point);
            }
        }
        return depth >= from[from.length - 1] || points.isEmpty();
    }
}
