package dev.tengen.planes;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;

/** The stones of both colors whose chains have 1, 2 or 3 liberties. Nothing here allocates but the constructor. */
final class KataGoLiberties {
    static final int MAX_COUNT = 3;

    private final PointSet[] stones = new PointSet[MAX_COUNT];
    private final PointSet rest;
    private final PointSet chain;
    private final PointSet liberties;

    KataGoLiberties(Grid grid) {
        for (int i = 0; i < MAX_COUNT; i++) {
            stones[i] = new PointSet(grid);
        }
        rest = new PointSet(grid);
        chain = new PointSet(grid);
        liberties = new PointSet(grid);
    }

    /** Works the sets out for {@code board}. */
    void find(Board board) {
        for (PointSet set : stones) {
            set.clear();
        }
        add(board, Color.BLACK);
        add(board, Color.WHITE);
    }

    private void add(Board board, int color) {
        rest.copyFrom(board.points(color));
        for (int stone = rest.first(); stone >= 0; stone = rest.next(stone)) {
            chain.clear();
            board.addChain(stone, chain);
            rest.removeAll(chain);
            liberties.clear();
            liberties.addNeighborsOf(chain);
            liberties.retainAll(board.points(Color.EMPTY));
            int count = liberties.size();
            if (count >= 1 && count <= MAX_COUNT) {
                stones[count - 1].addAll(chain);
            }
        }
    }

    /** Returns the stones whose chains have {@code count} liberties, 1 to 3. A view: it changes with {@link #find}. */
    PointSet stones(int count) {
        return stones[count - 1];
    }
}
