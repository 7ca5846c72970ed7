package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/**
 * What a play would do, worked out without doing it: how many stones it captures, and the size and the liberties of the chain
 * that its stone belongs to then.
 *
 * <p>Made once and filled often by {@link #look}; nothing here allocates but the constructor. Not thread-safe.
 */
final class PlayedChain {
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

    /** Looks at a stone of {@code color} on the empty {@code point}, which is no suicide, by the picture of {@code board}. */
    void look(Board board, ChainSets chains, int point, int color) {
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

    /** Counts where the play is more than a stone beside empty points. */
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

    /** Returns the count of stones that the play captures. */
    int capturedCount() {
        return capturedCount;
    }

    /** Returns the count of stones of the chain that the stone belongs to then. */
    int stoneCount() {
        return stoneCount;
    }

    /** Returns the count of liberties of that chain. */
    int libertyCount() {
        return libertyCount;
    }
}
