package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;

/**
 * Recognizes positions whose area score is settled: each player can hold all its points against every play of the
 * opponent, so that the score as it stands is the score under best play by both. A player that fills its own eyes may
 * still lose points.
 *
 * <p>Reusable, not thread-safe. It holds for area scoring without tax, under any rule of ko and suicide, if a
 * repetition does not end the game.
 *
 * <pre>{@code
 * if (new SettledArea(game.grid()).isSettled(game)) {
 *     System.out.println(game.score().text());
 * }
 * }</pre>
 */
public final class SettledArea {
    /*
     * A position is settled if all stones are pass-alive, and if each region of empty points is beside stones of one
     * color only, with a chain of that color beside each of its points.
     *
     * The owner of such regions, say Black, passes until White has a stone in one of them. Then Black plays any empty
     * point of that region, but the last one only if there is no other. All points of the region are beside one chain,
     * so the stone joins it. If it filled the last empty point, all white stones of the region are captured, as they
     * have no other liberties. Otherwise an empty point is left. Either way the region leaves one or more regions whose
     * points are all beside the grown chain, so all black chains keep their two vital regions and stay pass-alive. When
     * no white stone is left, all points are Black's again. White does the same in its regions, so neither can gain.
     *
     * Superko could forbid a reply of Black only if it repeats an earlier coloring. Black's stones only grow from here
     * on, so that would be a coloring from before, with all present black stones and others in the regions of Black.
     * Games in which such a coloring occurred (a living chain was captured after its owner had filled its eyes, and was
     * built up again) are not called settled.
     */
    private final PassAlive passAlive;
    private final PointSet empty;
    private final PointSet region;
    private final PointSet scratch;
    private final PointSet chain;

    /** Creates an analysis of games on {@code grid}. */
    public SettledArea(Grid grid) {
        passAlive = new PassAlive(grid);
        empty = new PointSet(grid);
        region = new PointSet(grid);
        scratch = new PointSet(grid);
        chain = new PointSet(grid);
    }

    /** Returns whether the score of the present position of {@code game} is settled. */
    public boolean isSettled(Game game) {
        Board board = game.board();
        return areRegionsHeld(board) && areStonesAlive(game) && isNew(game);
    }

    private boolean areStonesAlive(Game game) {
        Board board = game.board();
        passAlive.find(board, game.rules().suicide());
        return passAlive.stones(Color.BLACK).size() == board.stoneCount(Color.BLACK)
                && passAlive.stones(Color.WHITE).size() == board.stoneCount(Color.WHITE);
    }

    private boolean areRegionsHeld(Board board) {
        empty.copyFrom(board.points(Color.EMPTY));
        for (int point = empty.first(); point >= 0; point = empty.first()) {
            region.clear();
            region.add(point);
            region.floodWithin(empty);
            empty.removeAll(region);
            if (!isHeld(board, point)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether {@link #region}, which contains {@code point}, is beside one color only and a chain is beside all
     * its points.
     */
    private boolean isHeld(Board board, int point) {
        scratch.clear();
        scratch.addNeighborsOf(region);
        if (scratch.intersects(board.points(Color.BLACK)) && scratch.intersects(board.points(Color.WHITE))) {
            return false;
        }
        Grid grid = board.grid();
        for (int direction = 0; direction < 4; direction++) {
            int neighbor = grid.neighbor(point, direction);
            if (grid.contains(neighbor) && board.colorAt(neighbor) != Color.EMPTY) {
                chain.clear();
                board.addChain(neighbor, chain);
                scratch.clear();
                scratch.addNeighborsOf(chain);
                if (region.difference(scratch).isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns whether no earlier position had, for one color, all its present stones and more of them in its regions: a
     * coloring that a reply could repeat.
     */
    private static boolean isNew(Game game) {
        Board present = game.board();
        PointSet black = repliesOf(present, Color.BLACK);
        PointSet white = repliesOf(present, Color.WHITE);
        Game earlier = game.copy();
        while (earlier.moveNumber() > 0) {
            earlier.undo();
            if (isReply(earlier.board(), present, Color.BLACK, black)
                    || isReply(earlier.board(), present, Color.WHITE, white)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the points of the regions of {@code color}, where its replies are. */
    private static PointSet repliesOf(Board board, int color) {
        return board.points(color).neighbors().intersection(board.points(Color.EMPTY));
    }

    private static boolean isReply(Board earlier, Board present, int color, PointSet replies) {
        PointSet stones = earlier.points(color);
        PointSet added = stones.difference(present.points(color));
        return stones.intersects(replies)
                && present.points(color).difference(stones).isEmpty()
                && added.difference(replies).isEmpty();
    }
}
