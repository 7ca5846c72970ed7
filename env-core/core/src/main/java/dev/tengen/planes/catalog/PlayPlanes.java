package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * The effects of each of several plays: the number of captured stones, the liberties of the resulting chain, and the
 * number of its stones if it has one liberty.
 *
 * <p>Only the constructor allocates. Not thread-safe.
 */
final class PlayPlanes {
    /** The number of stones that each play captures. */
    final OneHotPlanes captures;

    /** The number of stones, minus 1, of a chain that its own play leaves in atari. */
    final OneHotPlanes selfAtaris;

    /** The number of liberties, minus 1, of the resulting chain. */
    final OneHotPlanes liberties;

    private final PlayedChain played;

    /** Creates {@code captureCount} planes of captures, and {@code count} planes of each other number. */
    PlayPlanes(Grid grid, int captureCount, int count) {
        captures = new OneHotPlanes(grid, captureCount);
        selfAtaris = new OneHotPlanes(grid, count);
        liberties = new OneHotPlanes(grid, count);
        played = new PlayedChain(grid);
    }

    /**
     * Computes the planes of {@code plays} of {@code color}, none of which is suicide. {@code chains} is the snapshot
     * of {@code board}.
     */
    void find(Board board, ChainSets chains, PointSet plays, int color) {
        captures.clear();
        selfAtaris.clear();
        liberties.clear();
        for (int point = plays.first(); point >= 0; point = plays.next(point)) {
            played.find(board, chains, point, color);
            captures.add(played.capturedCount, point);
            liberties.add(played.libertyCount - 1, point);
            if (played.libertyCount == 1) {
                selfAtaris.add(played.stoneCount - 1, point);
            }
        }
    }

    /** The result of a play, computed without playing it: the captured stones, and the resulting chain. */
    private static final class PlayedChain {
        private final Grid grid;
        private final PointSet stones;
        private final PointSet liberties;
        private final PointSet captured;
        private final PointSet freed;
        private int stoneCount;
        private int libertyCount;
        private int capturedCount;

        PlayedChain(Grid grid) {
            this.grid = grid;
            stones = new PointSet(grid);
            liberties = new PointSet(grid);
            captured = new PointSet(grid);
            freed = new PointSet(grid);
        }

        /** Computes the result of a stone of {@code color} on the empty {@code point}, which is not suicide. */
        void find(Board board, ChainSets chains, int point, int color) {
            int ownCount = 0;
            int emptyCount = 0;
            capturedCount = 0;
            captured.clear();
            stones.clear();
            stones.add(point);
            liberties.clear();
            for (int direction = 0; direction < 4; direction++) {
                int neighbor = grid.neighbor(point, direction);
                int neighborColor = board.colorAt(neighbor);
                if (neighborColor == Color.EMPTY) {
                    emptyCount++;
                    liberties.add(neighbor);
                } else if (neighborColor == color) {
                    ownCount++;
                    stones.addAll(chains.at(neighbor).stones);
                    liberties.addAll(chains.at(neighbor).liberties);
                } else if (grid.contains(neighbor) && chains.at(neighbor).libertyCount == 1) {
                    captured.addAll(chains.at(neighbor).stones);
                    capturedCount++;
                }
            }
            stoneCount = 1;
            libertyCount = emptyCount;
            if (ownCount > 0 || capturedCount > 0) {
                count(point);
            }
        }

        /** Counts stones and liberties of a play that joins or captures chains. */
        private void count(int point) {
            if (capturedCount > 0) {
                capturedCount = captured.size();
                freed.clear();
                freed.addNeighborsOf(stones);
                freed.retainAll(captured);
                liberties.addAll(freed);
            }
            liberties.remove(point);
            stoneCount = stones.size();
            libertyCount = liberties.size();
        }
    }
}
