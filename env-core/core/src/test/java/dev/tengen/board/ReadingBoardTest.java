package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.testing.Diagrams;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadingBoardTest {
    private static final String KO = """
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            """;

    private int captureCount;
    private int joinCount;
    private int koCount;
    private int suicideCount;

    private static ReadingBoard reading(Board board) {
        ReadingBoard reading = new ReadingBoard(board.grid());
        reading.setUp(board.points(Color.BLACK), board.points(Color.WHITE));
        return reading;
    }

    private static ReadingBoard reading(String drawing) {
        return reading(Diagrams.board(drawing));
    }

    @Test
    void place_lastLiberty_capturesTheChain() {
        ReadingBoard board = reading("""
                . O O .
                O X X .
                . O O .
                """);

        board.place(board.grid().point("D2"), Color.WHITE);

        assertThat(board.colorAt(board.grid().point("B2"))).isEqualTo(Color.EMPTY);
        assertThat(board.colorAt(board.grid().point("C2"))).isEqualTo(Color.EMPTY);
        assertThat(board.koPoint()).isEqualTo(ReadingBoard.NOWHERE);
    }

    @Test
    void koPoint_oneStoneTakenByALoneStoneInAtari_isWhereItWas() {
        ReadingBoard board = reading(KO);

        board.place(board.grid().point("B3"), Color.WHITE);

        assertThat(board.koPoint()).isEqualTo(board.grid().point("C3"));
    }

    @Test
    void koPoint_afterAnotherPlay_isNowhere() {
        ReadingBoard board = reading(KO);
        board.place(board.grid().point("B3"), Color.WHITE);

        board.place(board.grid().point("A1"), Color.BLACK);

        assertThat(board.koPoint()).isEqualTo(ReadingBoard.NOWHERE);
    }

    @Test
    void koPoint_thatPlayTakenBack_isThereAgain() {
        ReadingBoard board = reading(KO);
        board.place(board.grid().point("B3"), Color.WHITE);
        board.place(board.grid().point("A1"), Color.BLACK);

        board.undo();

        assertThat(board.koPoint()).isEqualTo(board.grid().point("C3"));
    }

    @Test
    void setUp_afterPlays_forgetsThemAndTheKo() {
        ReadingBoard board = reading(KO);
        board.place(board.grid().point("B3"), Color.WHITE);

        board.setUp(PointSet.of(board.grid(), 0), new PointSet(board.grid()));

        assertThat(board.koPoint()).isEqualTo(ReadingBoard.NOWHERE);
        assertThat(IntStream.range(0, 20).filter(point -> board.colorAt(point) != Color.EMPTY))
                .containsExactly(0);
    }

    @Test
    void liberties_moreThanAskedFor_areCutOff() {
        ReadingBoard board = reading(KO);
        short[] found = new short[4];

        int count = board.liberties(board.grid().point("C3"), 1, found, 2);

        assertThat(count).isEqualTo(1);
        assertThat(found).startsWith((short) 0, (short) 0).endsWith((short) 0);
    }

    /** Random plays and undos, compared with a board that is copied before each play. */
    @ParameterizedTest(name = "{0}x{1}, {2} steps")
    @CsvSource({
        "1, 7, 3000, 497 601 109 365",
        "4, 3, 4000, 428 1262 6 332",
        "7, 7, 6000, 460 2024 15 527",
        "19, 19, 3000, 53 988 0 62"
    })
    void placeAndTakeBack_randomPlaysSeed1_areThoseOfABoard(int width, int height, int stepCount, String counts) {
        Grid grid = Grid.of(width, height);
        Random random = new Random(1);
        ReadingBoard reading = new ReadingBoard(grid);
        Deque<Board> boards = new ArrayDeque<>(List.of(new Board(grid, Zobrist.of(grid))));
        Deque<String> states = new ArrayDeque<>();
        for (int step = 0; step < stepCount; step++) {
            Board board = boards.element();
            PointSet empty = board.points(Color.EMPTY);
            if (!states.isEmpty() && random.nextInt(100) < 45) {
                reading.undo();
                boards.pop();
                assertThat(state(reading)).isEqualTo(states.pop());
                compare(reading, boards.element());
            } else {
                int point = empty.nth(random.nextInt(empty.size()));
                int color = 1 + random.nextInt(2);
                if (board.isSuicide(point, color)) {
                    suicideCount++;
                } else {
                    states.push(state(reading));
                    boards.push(board.copy());
                    play(point, color, boards.element(), reading);
                    compare(reading, boards.element());
                }
            }
        }
        assertThat(captureCount + " " + joinCount + " " + koCount + " " + suicideCount)
                .as("captures, plays of stones that join chains, kos, suicides left out")
                .isEqualTo(counts);
    }

    private void play(int point, int color, Board board, ReadingBoard reading) {
        board.place(point, color);

        reading.place(point, color);

        boolean isKo = board.removedCount() == 1
                && board.chainSize(point) == 1
                && board.isInAtariAt(point, board.firstRemoved());
        assertThat(reading.koPoint()).isEqualTo(isKo ? board.firstRemoved() : ReadingBoard.NOWHERE);
        captureCount += board.removedCount() > 0 ? 1 : 0;
        joinCount += board.chainSize(point) > 1 ? 1 : 0;
        koCount += isKo ? 1 : 0;
    }

    private static void compare(ReadingBoard reading, Board board) {
        for (int point = 0; point < board.grid().pointCount(); point++) {
            assertThat(reading.colorAt(point)).isEqualTo(board.colorAt(point));
            if (board.colorAt(point) == Color.EMPTY) {
                assertThat(reading.isSuicide(point, Color.BLACK)).isEqualTo(board.isSuicide(point, Color.BLACK));
                assertThat(reading.isSuicide(point, Color.WHITE)).isEqualTo(board.isSuicide(point, Color.WHITE));
            } else {
                compareChain(point, reading, board);
            }
        }
    }

    private static void compareChain(int stone, ReadingBoard reading, Board board) {
        PointSet chain = new PointSet(board.grid());
        board.addChain(stone, chain);
        PointSet liberties = new PointSet(board.grid());
        liberties.addNeighborsOf(chain);
        liberties.retainAll(board.points(Color.EMPTY));
        short[] found = new short[board.grid().pointCount()];
        int count = reading.liberties(stone, found.length, found, 0);

        assertThat(circle(stone, reading)).isEqualTo(chain);
        assertThat(reading.chainSize(stone)).isEqualTo(chain.size());
        assertThat(chain.contains(reading.head(stone))).isTrue();
        assertThat(count).isEqualTo(liberties.size());
        assertThat(IntStream.range(0, count)).allMatch(index -> liberties.contains(found[index]));
        assertThat(reading.onlyLiberty(stone)).isEqualTo(count == 1 ? liberties.first() : ReadingBoard.NOWHERE);
    }

    private static PointSet circle(int stone, ReadingBoard reading) {
        PointSet circle = new PointSet(reading.grid());
        int walker = stone;
        do {
            circle.add(walker);
            walker = reading.next(walker);
        } while (walker != stone);
        return circle;
    }

    /** Returns the stones, the heads of their chains, the order of each chain, and the ko as text. */
    private static String state(ReadingBoard board) {
        StringBuilder state = new StringBuilder().append(board.koPoint());
        for (int point = 0; point < board.grid().pointCount(); point++) {
            state.append(' ').append(board.colorAt(point));
            if (board.colorAt(point) != Color.EMPTY) {
                state.append(':').append(board.head(point)).append(':').append(board.next(point));
            }
        }
        return state.toString();
    }
}
