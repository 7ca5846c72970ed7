package dev.tengen.planes.catalog;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The chains of a board, each with its stones and its liberties as sets, in the order of their first points.
 *
 * <p>A snapshot taken by {@link #read}: it does not change with the board. Only growing the list allocates. Not
 * thread-safe.
 */
final class ChainSets {
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
