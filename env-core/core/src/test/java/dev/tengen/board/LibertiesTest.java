package dev.tengen.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The packing of liberties at its limits: 625 points, and four stones beside each liberty. */
class LibertiesTest {
    private static final int LAST_POINT = 624;

    @Test
    void isOnly_oneLibertyTouchedManyTimes_isTrueForItAlone() {
        for (int liberty = 0; liberty <= LAST_POINT; liberty++) {
            for (int touches = 1; touches <= 4; touches++) {
                long packed = touches * Liberties.share(liberty);

                for (int point = 0; point <= LAST_POINT; point++) {
                    if (Liberties.isOnly(packed, point) != (point == liberty)) {
                        throw new AssertionError(touches + " times " + liberty + " asked for " + point);
                    }
                }
            }
        }
    }

    @Test
    void isOnly_anyTwoLiberties_isFalseForBothAndForTheirMean() {
        for (int first = 0; first <= LAST_POINT; first++) {
            for (int second = first + 1; second <= LAST_POINT; second++) {
                long packed = Liberties.share(first) + Liberties.share(second);

                if (Liberties.isOnly(packed, first)
                        || Liberties.isOnly(packed, second)
                        || Liberties.isOnly(packed, (first + second) / 2)) {
                    throw new AssertionError("liberties " + first + " and " + second + " look like one");
                }
            }
        }
    }

    @Test
    void isOnly_everyPointFourTimes_isFalseForEach() {
        long packed = IntStream.rangeClosed(0, LAST_POINT)
                .mapToLong(point -> 4 * Liberties.share(point))
                .sum();

        assertThat(IntStream.rangeClosed(0, LAST_POINT)).noneMatch(point -> Liberties.isOnly(packed, point));
    }

    @Test
    void isOnly_lastPointAsOftenAsCanBe_doesNotOverflow() {
        long packed = 2500 * Liberties.share(LAST_POINT);

        assertThat(Liberties.isOnly(packed, LAST_POINT)).isTrue();
    }

    @Test
    void isOnly_randomLibertiesSeed1_agreesWithCounting() {
        Random random = new Random(1);
        for (int round = 0; round < 100_000; round++) {
            int spread = 1 + random.nextInt(3);
            int base = random.nextInt(LAST_POINT + 1 - spread);
            int[] liberties =
                    random.ints(1 + random.nextInt(8), base, base + spread).toArray();
            int point = liberties[0];

            long packed = IntStream.of(liberties).mapToLong(Liberties::share).sum();

            assertThat(Liberties.isOnly(packed, point))
                    .isEqualTo(IntStream.of(liberties).allMatch(liberty -> liberty == point));
        }
    }

    @Test
    void isInAtariAt_boardFullButForOnePoint_isTrueOnTheGreatestGrid() {
        Board board = fullBoardBut(Grid.square(25), LAST_POINT);

        assertThat(board.isInAtariAt(0, LAST_POINT)).isTrue();
    }

    @Test
    void isInAtariAt_boardFullButForTwoPoints_isFalseOnTheGreatestGrid() {
        Board board = fullBoardBut(Grid.square(25), LAST_POINT, LAST_POINT - 1);

        assertThat(board.isInAtariAt(0, LAST_POINT)).isFalse();
    }

    @Test
    void isInAtariAt_firstPointIsTheOnlyLiberty_isTrue() {
        Board board = fullBoardBut(Grid.square(25), 0);

        assertThat(board.isInAtariAt(LAST_POINT, 0)).isTrue();
    }

    /** Rows two apart, joined at one end: the chain with the most stones beside its liberties. */
    @Test
    void place_combOverTheGreatestGrid_keepsLibertiesExact() {
        Grid grid = Grid.square(25);
        Board board = new Board(grid, Zobrist.of(grid));

        for (int point = 0; point < grid.pointCount(); point++) {
            if (grid.row(point) % 2 == 0 || grid.column(point) == 0) {
                board.place(point, Color.BLACK);
            }
        }

        board.checkConsistency();
    }

    private static Board fullBoardBut(Grid grid, int... emptyPoints) {
        PointSet black = new PointSet(grid);
        black.fill();
        black.removeAll(PointSet.of(grid, emptyPoints));
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(black, new PointSet(grid));
        return board;
    }
}
