package dev.tengen.testing;

import dev.tengen.board.Board;

/** The stones that the last play on a board removed. */
public final class CapturedStones {
    private CapturedStones() {}

    /** Returns them in the order of the board. */
    public static short[] of(Board board) {
        short[] captured = new short[board.removedCount()];
        int stone = board.firstRemoved();
        for (int i = 0; i < captured.length; i++, stone = board.nextRemoved(stone)) {
            captured[i] = (short) stone;
        }
        return captured;
    }
}
