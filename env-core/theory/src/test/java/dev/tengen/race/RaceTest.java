package dev.tengen.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import org.junit.jupiter.api.Test;

class RaceTest {
    private static final Board BOARD = Diagrams.board("""
            . X O .
            X X O O
            . . . .
            """);
    private static final PointSet NONE = new PointSet(BOARD.grid());

    @Test
    void essential_pointOfAChain_isTheWholeChain() {
        Race race = new Race(BOARD, NONE, BOARD.grid().point("A2"), BOARD.grid().point("C3"));

        assertEquals(3, race.essential(Color.BLACK).size());
        assertTrue(race.essential(Color.BLACK).contains(BOARD.grid().point("B3")));
        assertEquals(3, race.essential(Color.WHITE).size());
    }

    @Test
    void new_pointOfTheOtherColor_isRefused() {
        InvalidValueException error = assertThrows(
                InvalidValueException.class,
                () -> new Race(
                        BOARD, NONE, BOARD.grid().point("C3"), BOARD.grid().point("C3")));

        assertTrue(error.getMessage().contains("black_essential"), error.getMessage());
        assertTrue(error.getMessage().contains("C3"), error.getMessage());
    }

    @Test
    void new_pointOutsideTheBoard_isRefused() {
        assertThrows(
                InvalidValueException.class,
                () -> new Race(BOARD, NONE, 12, BOARD.grid().point("C3")));
    }

    @Test
    void new_unplayablePointWithAStone_isRefused() {
        PointSet taken = PointSet.of(BOARD.grid(), BOARD.grid().point("B3"));

        assertThrows(
                InvalidValueException.class,
                () -> new Race(
                        BOARD, taken, BOARD.grid().point("A2"), BOARD.grid().point("C3")));
    }

    @Test
    void new_chainWithoutALiberty_isRefused() {
        Board taken = Diagrams.board("""
                X O .
                O X .
                """);

        InvalidValueException error = assertThrows(
                InvalidValueException.class,
                () -> new Race(
                        taken,
                        new PointSet(taken.grid()),
                        taken.grid().point("A2"),
                        taken.grid().point("B2")));

        assertTrue(error.getMessage().contains("black_essential A2 is not"), error.getMessage());
    }

    @Test
    void immune_chainsBesideAPointOutOfPlay_areAllTheirStones() {
        String drawing = """
                X O . . O
                X . O * X
                O O O X X
                """;
        Board board = Diagrams.board(drawing);
        Race race = new Race(
                board,
                Diagrams.marked(drawing),
                board.grid().point("A3"),
                board.grid().point("B3"));

        assertEquals("[C2, E2, A1, B1, C1, D1, E1]", race.immune().toString());
    }
}
