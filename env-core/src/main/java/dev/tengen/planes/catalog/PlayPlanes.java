package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * What each of several plays would do: how many stones it captures, how many liberties its chain has then, and where that is
 * one, how many stones the chain has.
 *
 * <p>Nothing here allocates but the constructor. Not thread-safe.
 */
final class PlayPlanes {
    /** The stones that each play captures, from 0. */
    final OneHotPlanes captures;

    /** The stones, less 1, of a chain that its own play leaves in atari. */
    final OneHotPlanes selfAtaris;

    /** The liberties, less 1, of the chain that the stone belongs to then. */
    final OneHotPlanes liberties;

    private final PlayedChain played;

    /** Makes planes that tell counts of captured stones less than {@code captureCount} apart, and others less than {@code count}. */
    PlayPlanes(Grid grid, int captureCount, int count) {
        captures = new OneHotPlanes(grid, captureCount);
        selfAtaris = new OneHotPlanes(grid, count);
        liberties = new OneHotPlanes(grid, count);
        played = new PlayedChain(grid);
    }

    /** Looks at each of {@code plays} of {@code color}, of which none is suicide, by the picture of {@code board}. */
    void find(Board board, ChainSets chains, PointSet plays, int color) {
        captures.clear();
        selfAtaris.clear();
        liberties.clear();
        for (int point = plays.first(); point >= 0; point = plays.next(point)) {
            played.look(board, chains, point, color);
            captures.put(played.capturedCount(), point);
            liberties.put(played.libertyCount() - 1, point);
            if (played.libertyCount() == 1) {
                selfAtaris.put(played.stoneCount() - 1, point);
            }
        }
    }
}
