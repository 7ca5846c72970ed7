package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.HeapSize;
import dev.tengen.board.PointSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The chains of a board, each with its stones and its liberties as sets, in the order of their first points.
 *
 * <p>A snapshot taken by {@link #read}: it does not change with the board. Only growing the list allocates. Not thread-safe.
 */
final class ChainSets {
    /** The most chains that a random game has at a time, for each point, and those near its end, for estimates of memory. */
    private static final double CHAINS_PER_POINT = 0.25;

    private static final double LATE_CHAINS_PER_POINT = 0.04;

    private final Grid grid;
    private final List<Chain> chains = new ArrayList<>();
    private final short[] indexes;
    private final PointSet left;
    private int count;

    ChainSets(Grid grid) {
        this.grid = grid;
        indexes = new short[grid.pointCount()];
        left = new PointSet(grid);
    }

    /** Takes a snapshot of {@code board}. */
    void read(Board board) {
        count = 0;
        left.copyFrom(board.points(Color.BLACK));
        left.addAll(board.points(Color.WHITE));
        for (int stone = left.first(); stone >= 0; stone = left.next(stone)) {
            if (count == chains.size()) {
                chains.add(new Chain(grid));
            }
            Chain chain = chains.get(count);
            chain.read(board, stone);
            left.removeAll(chain.stones);
            for (int other = chain.stones.first(); other >= 0; other = chain.stones.next(other)) {
                indexes[other] = (short) count;
            }
            count++;
        }
    }

    /** Returns the number of chains. */
    int count() {
        return count;
    }

    /** Returns chain {@code index}, from 0. */
    Chain chain(int index) {
        return chains.get(index);
    }

    /** Returns the chain at a stone. */
    Chain at(int stone) {
        return chains.get(indexes[stone]);
    }

    /** Adds each stone to the planes of its color, by the number of liberties of its chain minus 1. */
    void addLiberties(OneHotPlanes black, OneHotPlanes white) {
        for (int i = 0; i < count; i++) {
            Chain chain = chains.get(i);
            (chain.color == Color.BLACK ? black : white).addAll(chain.libertyCount - 1, chain.stones);
        }
    }

    /**
     * Returns the size in memory of a snapshot that was taken of boards on {@code grid} from move {@code firstMove} to {@code moveCount},
     * in bytes.
     */
    static long memoryBytes(Grid grid, int firstMove, int moveCount) {
        double chainsPerPoint = TypicalCount.since(grid, firstMove, CHAINS_PER_POINT, LATE_CHAINS_PER_POINT);
        long chainCount = Math.min(moveCount, Math.round(grid.pointCount() * chainsPerPoint));
        return HeapSize.object(4, Integer.BYTES)
                + HeapSize.object(1, 2 * Integer.BYTES)
                + HeapSize.references(chainCount + chainCount / 4)
                + chainCount * Chain.memoryBytes(grid)
                + HeapSize.shorts(grid.pointCount())
                + PointSet.memoryBytes(grid);
    }

    /** A chain. Other classes only read the fields. */
    static final class Chain {
        final PointSet stones;
        final PointSet liberties;
        int color;
        int stoneCount;
        int libertyCount;

        Chain(Grid grid) {
            stones = new PointSet(grid);
            liberties = new PointSet(grid);
        }

        /** Returns the size in memory of a chain of a board on {@code grid}, in bytes. */
        static long memoryBytes(Grid grid) {
            return HeapSize.object(2, 3 * Integer.BYTES) + 2 * PointSet.memoryBytes(grid);
        }

        /** Takes a snapshot of the chain at {@code stone}. */
        void read(Board board, int stone) {
            color = board.colorAt(stone);
            stoneCount = board.chainSize(stone);
            stones.clear();
            board.addChain(stone, stones);
            liberties.clear();
            liberties.addNeighborsOf(stones);
            liberties.retainAll(board.points(Color.EMPTY));
            libertyCount = liberties.size();
        }
    }
}
