package dev.tengen.board;

import static dev.tengen.board.Color.BLACK;
import static dev.tengen.board.Color.EMPTY;
import static dev.tengen.board.Color.WHITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tengen.testing.CapturedStones;
import dev.tengen.testing.Diagrams;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoardTest {
    private static void place(Board board, String name, int color) {
        board.place(board.grid().point(name), color);
    }

    private static void undo(Board board, String name, int color) {
        short[] removed = CapturedStones.of(board);
        board.undo(board.grid().point(name), color, removed, 0, removed.length);
    }

    private static String captured(Board board) {
        PointSet captured = new PointSet(board.grid());
        for (short stone : CapturedStones.of(board)) {
            captured.add(stone);
        }
        return Diagrams.draw(captured);
    }

    private static PointSet ataris(Board board, int color) {
        PointSet points = new PointSet(board.grid());
        board.addAtariPoints(color, points);
        return points;
    }

    @Test
    void constructor_anyGrid_isEmpty() {
        Board board = new Board(Grid.of(3, 2), Zobrist.of(Grid.of(3, 2)));

        assertThat(Diagrams.draw(board)).isEqualTo("""
                . . .
                . . .
                """);
    }

    @Test
    void colorAt_drawnPosition_isTheDrawnColor() {
        Board board = Diagrams.board(". X O");

        assertThat(new int[] {board.colorAt(0), board.colorAt(1), board.colorAt(2)})
                .containsExactly(EMPTY, BLACK, WHITE);
    }

    @Test
    void points_emptyColor_areTheEmptyPoints() {
        assertThat(Diagrams.board(". X O .").points(EMPTY)).isEqualTo(PointSet.of(Grid.of(4, 1), 0, 3));
    }

    @Test
    void points_afterPlay_haveChangedWithTheBoard() {
        Board board = Diagrams.board(". . .");
        PointSet black = board.points(BLACK);

        board.place(1, BLACK);

        assertThat(black.contains(1)).isTrue();
    }

    @Test
    void hash_emptyBoard_isZero() {
        assertThat(Diagrams.board(". . .").hash()).isZero();
    }

    @Test
    void hash_stones_isTheExclusiveOrOfTheirKeys() {
        Zobrist zobrist = Zobrist.of(Grid.of(3, 1));

        assertThat(Diagrams.board("X . O").hash()).isEqualTo(zobrist.key(BLACK, 0) ^ zobrist.key(WHITE, 2));
    }

    @Test
    void hash_sameColoringReachedOtherwise_isTheSame() {
        Board captured = Diagrams.board("""
                . O X
                . X .
                """);
        place(captured, "A2", BLACK);

        assertThat(captured.hash()).isEqualTo(Diagrams.board("""
                        X . X
                        . X .
                        """).hash());
    }

    @Test
    void place_lastLibertyOfStone_removesIt() {
        Board board = Diagrams.board("""
                . X .
                X O .
                . X .
                """);

        place(board, "C2", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo("""
                        . X .
                        X . X
                        . X .
                        """);
    }

    @Test
    void place_cornerChain_removesAllOfIt() {
        Board board = Diagrams.board("""
                . X . .
                O O X .
                O O X .
                X X . .
                """);

        place(board, "A4", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo("""
                        X X . .
                        . . X .
                        . . X .
                        X X . .
                        """);
    }

    @Test
    void place_lastLibertyOfFourChains_removesAllFour() {
        Board board = Diagrams.board("""
                . X O X .
                X X O X X
                O O . O O
                X X O X X
                . X O X .
                """);

        place(board, "C3", BLACK);

        assertThat(captured(board)).isEqualTo("""
                        . . * . .
                        . . * . .
                        * * . * *
                        . . * . .
                        . . * . .
                        """);
    }

    @Test
    void place_chainTouchedFromThreeSides_countsItsStonesOnce() {
        Board board = Diagrams.board("""
                O O O
                O . O
                O O O
                """);

        place(board, "B2", BLACK);

        assertThat(board.removedCount()).isEqualTo(8);
    }

    @Test
    void place_captureWithoutOwnLiberty_isNoSuicide() {
        Board board = Diagrams.board("""
                . O X
                O X .
                X . .
                """);

        place(board, "A3", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo("""
                        X . X
                        . X .
                        X . .
                        """);
    }

    @Test
    void place_oneStoneWithoutLiberty_removesItself() {
        Board board = Diagrams.board("""
                . O
                O .
                """);

        place(board, "A2", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo("""
                . O
                O .
                """);
    }

    @Test
    void place_chainWithoutLiberty_removesItselfAndThePlayedStone() {
        Board board = Diagrams.board("""
                X . X O
                O O O .
                """);

        place(board, "B2", BLACK);

        assertThat(captured(board)).isEqualTo("""
                * * * .
                . . . .
                """);
    }

    @Test
    void place_nothingRemoved_hasNoCaptures() {
        Board board = Diagrams.board("""
                O X .
                . X .
                """);
        place(board, "A1", BLACK);

        place(board, "C1", WHITE);

        assertThat(board.removedCount()).isZero();
    }

    @Test
    void chainSize_twoChainsJoined_isTheirSumAndOne() {
        Board board = Diagrams.board("""
                X X . X
                . . . X
                """);

        place(board, "C2", BLACK);

        assertThat(board.chainSize(0)).isEqualTo(5);
    }

    @Test
    void addChain_bentChain_addsEveryStoneOfItAlone() {
        Board board = Diagrams.board("""
                X X O
                O X .
                X . X
                """);
        PointSet chain = new PointSet(board.grid());

        board.addChain(board.grid().point("B2"), chain);

        assertThat(Diagrams.draw(chain)).isEqualTo("""
                        * * .
                        . * .
                        . . .
                        """);
    }

    @Test
    void isInAtariAt_onlyLiberty_isTrue() {
        Board board = Diagrams.board("O X .");

        assertThat(board.isInAtariAt(1, 2)).isTrue();
    }

    @Test
    void isInAtariAt_oneOfTwoLiberties_isFalse() {
        Board board = Diagrams.board(". X .");

        assertThat(board.isInAtariAt(1, 2)).isFalse();
    }

    @Test
    void isInAtariAt_onlyLibertyTouchedByThreeStones_isTrue() {
        Board board = Diagrams.board("""
                X X X
                X . X
                O O O
                """);

        assertThat(board.isInAtariAt(0, board.grid().point("B2"))).isTrue();
    }

    @Test
    void undo_capture_restoresTheStones() {
        String before = """
                X X X X
                X O O .
                . O X X
                . . X .
                """;
        Board board = Diagrams.board(before);
        place(board, "D3", BLACK);
        place(board, "A2", WHITE);

        undo(board, "A2", WHITE);
        undo(board, "D3", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo(before);
    }

    @Test
    void undo_suicide_restoresTheChain() {
        String before = """
                X . X O
                O O O .
                """;
        Board board = Diagrams.board(before);
        place(board, "B2", BLACK);

        undo(board, "B2", BLACK);

        assertThat(Diagrams.draw(board)).isEqualTo(before);
    }

    @Test
    void undo_oneStoneSuicide_leavesTheBoard() {
        Board board = Diagrams.board("""
                . O
                O .
                """);
        place(board, "A2", BLACK);

        undo(board, "A2", BLACK);

        board.checkConsistency();
    }

    @Test
    void undo_stoneThatJoinedFourChains_splitsThemAgain() {
        Board board = Diagrams.board("""
                . X .
                X . X
                . X .
                """);
        place(board, "B2", BLACK);

        undo(board, "B2", BLACK);

        assertThat(board.chainSize(board.grid().point("B3"))).isEqualTo(1);
    }

    @Test
    void copy_changedAfterwards_leavesTheOriginal() {
        Board board = Diagrams.board("O X .");

        board.copy().place(2, WHITE);

        assertThat(Diagrams.draw(board)).isEqualTo("O X .\n");
    }

    @Test
    void copyFrom_otherBoards_becomesEqualToEach() {
        Board stones = Diagrams.board("X . O X . O X . O X . O X .");
        Board board = new Board(stones.grid(), stones.zobrist());
        Board empty = board.copy();
        assertThat(ataris(stones, BLACK).size() + ataris(stones, WHITE).size()).isEqualTo(9);

        for (Board source : List.of(stones, empty, stones)) {
            board.copyFrom(source);

            board.checkConsistency();
            assertThat(Diagrams.draw(board)).isEqualTo(Diagrams.draw(source));
            assertThat(board.hash()).isEqualTo(source.hash());
            assertThat(ataris(board, WHITE)).isEqualTo(ataris(source, WHITE));
        }
    }

    @Test
    void addAtariPoints_countsOfStones_addsThePointsWhereSoManyAreRemoved() {
        Board board = Diagrams.board("""
                O X X X . X X O
                . O O O . O O X
                . . . . . . . .
                """);

        assertThat(Diagrams.draw(ataris(board, BLACK, 1L << 3))).isEqualTo("""
                . . . . * . . .
                . . . . . . . .
                . . . . . . . .
                """);
        assertThat(ataris(board, BLACK, 1L << 5).size()).as("two chains").isEqualTo(1);
        assertThat(ataris(Diagrams.board("X X X ."), BLACK, 1L << 2).isEmpty()).isTrue();
        assertThat(ataris(Diagrams.board("X X X ."), BLACK, 1L << 3).size()).isEqualTo(1);
    }

    private static PointSet ataris(Board board, int color, long counts) {
        PointSet points = new PointSet(board.grid());
        board.addAtariPoints(color, counts, points);
        return points;
    }

    @Test
    void checkConsistency_chainWithoutLiberty_throws() {
        assertThatThrownBy(Diagrams.board("X O")::checkConsistency)
                .isInstanceOf(AssertionError.class)
                .hasMessage("a chain without liberties at A1 (2x1)");
    }
}
