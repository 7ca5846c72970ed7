package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.PlaneBits;

/**
 * The stones of both colors by the liberties of their chains. It reads chains one by one and does not keep them, which
 * is faster than {@link ChainSets}. Only the constructor allocates. Not thread-safe.
 */
final class LibertyPlanes {
    private final int count;
    private final OneHotPlanes planes;
    private final PointSet left;
    private final ChainSets.Chain chain;

    /** Creates planes of the chains with 1 to {@code count} liberties. */
    LibertyPlanes(Grid grid, int count) {
        this.count = count;
        planes = new OneHotPlanes(grid, count + 1); // The last is for all other chains.
        left = new PointSet(grid);
        chain = new ChainSets.Chain(grid);
    }

    /** Computes the planes of {@code board}. */
    void find(Board board) {
        planes.clear();
        left.copyFrom(board.points(Color.BLACK));
        left.addAll(board.points(Color.WHITE));
        for (int stone = left.first(); stone >= 0; stone = left.next(stone)) {
            chain.read(board, stone);
            left.removeAll(chain.stones);
            planes.addAll(chain.libertyCount - 1, chain.stones);
        }
    }

    /** Returns the stones in atari. A view: it changes with {@link #find}. */
    PointSet inAtari() {
        return planes.plane(0);
    }

    /** Appends the planes, starting with 1 liberty. */
    void appendTo(PlaneBits bits) {
        planes.appendTo(bits, 0, count);
    }
}
