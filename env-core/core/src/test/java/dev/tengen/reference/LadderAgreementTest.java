package dev.tengen.reference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tengen.analysis.Ladders;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.testing.Diagrams;
import dev.tengen.testing.Grids;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads ladders on seeded random boards by the core and by trying everything, which must agree on every chain and move.
 *
 * <p>Stones are thrown at random, few or many, and chains without liberties cleared; half of the time a random empty
 * point is forbidden by a ko. The last column of the tables pins what came up: chains with one liberty that are
 * captured and that escape; chains with two that are captured by none, one and both of the first moves; and how often,
 * while everything was tried, a capture saved a chain, two kos lost one, an atari that left a ko saved one, and a ko
 * was not retaken.
 */
class LadderAgreementTest {
    private static final String COUNTS = """
            2x3   |  500 | 1 | 144 143 293 92 30 524 0 0 61
            1x9   |  500 | 2 | 357 261 655 6 11 3218 67 381 510
            5x4   | 3000 | 3 | 1745 1259 2131 1316 1353 7955 32 326 1097
            7x7   | 2000 | 4 | 2034 1684 2686 1745 1731 7844 49 372 1167
            9x9   | 1000 | 5 | 1517 1313 2099 1250 1169 5413 10 211 687
            13x6  |  500 | 6 | 751 642 1064 620 649 2892 36 116 395
            19x19 |   20 | 7 | 102 110 219 94 81 291 0 5 25
            """;
    private static final String LONG_COUNTS = """
            5x4   | 100000 | 11 | 57829 44227 69507 45990 46363 260591 1153 11800 40028
            7x7   |  50000 | 12 | 51233 43520 68023 43154 43753 207391 891 8447 27532
            9x9   |  20000 | 13 | 29069 25864 41631 24939 25110 110060 306 4280 13360
            19x19 |   1000 | 14 | 4774 4763 7852 4125 4081 14573 38 533 1780
            """;

    private int capturedCount;
    private int escapedCount;
    private final int[] countByMoves = new int[3];

    @Tag("full")
    @ParameterizedTest(name = "{0}, seed {2}")
    @CsvSource(delimiter = '|', textBlock = COUNTS)
    void read_randomBoards_isWhatTryingEverythingFinds(String size, int boardCount, long seed, String expected) {
        compare(size, boardCount, seed, expected);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, seed {2}")
    @CsvSource(delimiter = '|', textBlock = LONG_COUNTS)
    void read_manyRandomBoards_isWhatTryingEverythingFinds(String size, int boardCount, long seed, String expected) {
        compare(size, boardCount, seed, expected);
    }

    private void compare(String size, int boardCount, long seed, String expected) {
        Grid grid = Grids.of(size);
        Random random = new Random(seed);
        ReferenceLadder slow = new ReferenceLadder(grid);
        Ladders fast = new Ladders(grid);
        for (int number = 0; number < boardCount; number++) {
            compare(thrownBoard(grid, random), random, slow, fast);
        }
        assertThat(counts(slow)).isEqualTo(expected);
    }

    private void compare(String coloring, Random random, ReferenceLadder slow, Ladders fast) {
        Board board = Diagrams.board(Drawings.rows(slow.grid(), coloring));
        PointSet empty = board.points(Color.EMPTY);
        boolean isKo = random.nextBoolean() && !empty.isEmpty();
        int koPoint = isKo ? empty.nth(random.nextInt(empty.size())) : Ladders.NO_KO;
        Set<Integer> captured = new TreeSet<>();
        Set<Integer> blackFirstMoves = new TreeSet<>();
        Set<Integer> whiteFirstMoves = new TreeSet<>();
        for (int stone = 0; stone < coloring.length(); stone++) {
            int color = board.colorAt(stone);
            if (color != Color.EMPTY
                    && read(coloring, koPoint, stone, slow, color == Color.BLACK ? blackFirstMoves : whiteFirstMoves)) {
                captured.add(stone);
            }
        }

        fast.read(board, koPoint);

        assertThat(points(fast.captured()))
                .as("captured, ko at %s, in\n%s", koPoint, Diagrams.draw(board))
                .isEqualTo(captured);
        assertThat(points(fast.firstMoves(Color.BLACK)))
                .as("against Black, ko at %s, in\n%s", koPoint, Diagrams.draw(board))
                .isEqualTo(blackFirstMoves);
        assertThat(points(fast.firstMoves(Color.WHITE)))
                .as("against White, ko at %s, in\n%s", koPoint, Diagrams.draw(board))
                .isEqualTo(whiteFirstMoves);
        assertThat(fast.limitCount()).isZero();
    }

    /** Returns whether the chain at a stone is captured, and adds the first moves. Each chain is counted once. */
    private boolean read(String coloring, int koPoint, int stone, ReferenceLadder slow, Set<Integer> firstMoves) {
        int libertyCount = slow.liberties(coloring, stone).size();
        boolean isHead = slow.chain(coloring, stone).iterator().next() == stone;
        if (libertyCount == 1) {
            boolean isCaptured = slow.isCaptured(coloring, stone);
            capturedCount += isHead && isCaptured ? 1 : 0;
            escapedCount += isHead && !isCaptured ? 1 : 0;
            return isCaptured;
        }
        if (libertyCount == 2) {
            Set<Integer> moves = slow.firstMoves(coloring, koPoint, stone);
            firstMoves.addAll(moves);
            countByMoves[moves.size()] += isHead ? 1 : 0;
            return !moves.isEmpty();
        }
        return false;
    }

    private String counts(ReferenceLadder slow) {
        return Stream.of(
                        capturedCount,
                        escapedCount,
                        countByMoves[0],
                        countByMoves[1],
                        countByMoves[2],
                        slow.counterCaptureCount(),
                        slow.doubleKoCount(),
                        slow.koEscapeCount(),
                        slow.retakeCount())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    private static Set<Integer> points(PointSet points) {
        Set<Integer> found = new TreeSet<>();
        points.forEach(found::add);
        return found;
    }

    private static String thrownBoard(Grid grid, Random random) {
        double stoneRate = 0.1 + 0.8 * random.nextDouble();
        double blackRate = 0.3 + 0.4 * random.nextDouble();
        char[] coloring = new char[grid.pointCount()];
        for (int point = 0; point < coloring.length; point++) {
            int color = random.nextDouble() < blackRate ? Color.BLACK : Color.WHITE;
            coloring[point] = ReferenceBoard.symbol(random.nextDouble() < stoneRate ? color : Color.EMPTY);
        }
        ReferenceBoard board = new ReferenceBoard(grid.width(), grid.height());
        board.clear(coloring, Color.WHITE);
        board.clear(coloring, Color.BLACK);
        return new String(coloring);
    }
}
