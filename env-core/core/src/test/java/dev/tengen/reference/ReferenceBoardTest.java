package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tengen.board.Color;
import org.junit.jupiter.api.Test;

/** Holds reaching, clearing and ownership to positions drawn by hand. */
class ReferenceBoardTest {
    @Test
    void owners_pointThatReachesBothColors_isNobodys() {
        ReferenceBoard board = new ReferenceBoard(5, 2);

        String owners = board.owners(".X.O.XX.OO");

        assertEquals("XX.OOXX.OO", owners);
    }

    @Test
    void owners_emptyBoard_isNobodys() {
        assertEquals("....", new ReferenceBoard(2, 2).owners("...."));
    }

    @Test
    void clear_chainThatDoesNotReachEmpty_isEmptiedWhole() {
        ReferenceBoard board = new ReferenceBoard(3, 2);
        char[] grid = "OOXXX.".toCharArray();

        int clearedCount = board.clear(grid, Color.WHITE);

        assertEquals(2, clearedCount);
        assertEquals("..XXX.", new String(grid));
    }

    @Test
    void clear_chainWithOneLiberty_stays() {
        ReferenceBoard board = new ReferenceBoard(3, 2);
        char[] grid = "OOXXX.".toCharArray();

        assertEquals(0, board.clear(grid, Color.BLACK));
    }

    @Test
    void isSettled_chainWithoutLiberty_isFalse() {
        ReferenceBoard board = new ReferenceBoard(3, 1);

        assertTrue(board.isSettled(".X."));
        assertFalse(board.isSettled("OXO"));
    }
}
