package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.planes.PlaneBits;

/**
 * The stones of both colors by the liberties of their chains, for who needs no more of the chains: they are looked at one by one
 * and not kept, which is faster than {@link ChainSets}. Nothing here allocates but the constructor. Not thread-safe.
 */
final class LibertyPlanes {
    private final int count;
    private final OneHotPlanes planes;
    private final PointSet left;
    private final ChainSets.Chain chain;

    /** Makes planes of the chains with 1 to {@code count} liberties. */
    LibertyPlanes(Grid grid, int count) {
        this.count = count;
        planes = new OneHotPlanes(grid, count + 1); // The last is for all other chains.
        left = new PointSet(grid);
        chain = new ChainSets.Chain(grid);
    }

    /** Works the planes out for {@code board}. */
    void find(Board board) {
        planes.clear();
        left.copyFrom(board.points(Color.BLACK));
        left.addAll(board.points(Color.WHITE));
        for (int stone = left.first(); stone >= 0; stone = left.next(stone)) {
            chain.read(board, stone);
            left.removeAll(chain.stones);
            planes.putAll(chain.libertyCount - 1, chain.stones);
        }
    }

    /** Returns the stones in atari. A view: it changes with {@link #find}. */
    PointSet inAtari() {
        return planes.plane(0);
    }

    /** Appends the planes, those of 1 liberty first. */
    void appendTo(PlaneBits bits) {
        planes.appendTo(bits, 0, count);
    }
}
