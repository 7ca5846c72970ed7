package dev.tengen.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tengen.board.Color;
import dev.tengen.game.Ko;
import dev.tengen.game.Legality;
import dev.tengen.game.Suicide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Holds the reference to numbers that others have published. */
class PublishedCountsTest {
    @ParameterizedTest(name = "{0}x{1}")
    @CsvSource({
        "2, 1, 1 3 7 8 6 2 0",
        "1, 2, 1 3 7 8 6 2 0",
        "2, 2, 1 5 21 68 156 316 604 1088 2184 4184 8024 13800 23560 42784 80000 146904",
        "3, 2, 1 7 43 222 942 3378 9834 26504 64116 147764",
        "3, 3, 1 10 91 738 5281 33384 180768 857576",
        "4, 4, 1 17 273 4112 57984 764016",
        "5, 5, 1 26 651 15650 361041",
        "9, 9, 1 82 6643 531522",
        "19, 19, 1 362 130683",
    })
    @Tag("full")
    void play_allSequencesFromEmptyBoard_matchPublishedCounts(int width, int height, String counts) {
        String[] expected = counts.split(" ");

        for (int depth = 0; depth < expected.length; depth++) {
            assertEquals(expected[depth], "" + sequenceCount(trompTaylor(width, height), depth), "depth " + depth);
        }
    }

    @ParameterizedTest(name = "1x{0}")
    @CsvSource({"1, 1", "2, 9", "3, 907"})
    void play_allCompleteGames_matchPublishedCounts(int width, long count) {
        ReferenceGame game = trompTaylor(width, 1);

        assertEquals(count, completeGameCount(game));
    }

    @ParameterizedTest(name = "{0}x{1}")
    @CsvSource({
        "1, 1, 1",
        "2, 1, 5",
        "3, 1, 15",
        "4, 1, 41",
        "5, 1, 113",
        "6, 1, 313",
        "7, 1, 867",
        "1, 2, 5",
        "2, 2, 57",
        "3, 2, 489",
        "4, 2, 4125",
        "3, 3, 12675"
    })
    void isSettled_allColorings_matchPublishedCounts(int width, int height, long count) {
        ReferenceBoard board = new ReferenceBoard(width, height);

        assertEquals(count, settledCount(board, ""));
    }

    private static long sequenceCount(ReferenceGame game, int depth) {
        if (depth == 0) {
            return 1;
        }
        long count = 0;
        for (int move = 0; move <= game.pass(); move++) {
            if (game.legality(move) != Legality.LEGAL) {
                continue;
            }
            if (depth == 1) {
                count++;
                continue;
            }
            game.play(move);
            count += sequenceCount(game, depth - 1);
            game.undo();
        }
        return count;
    }

    private static long completeGameCount(ReferenceGame game) {
        if (game.isOver()) {
            return 1;
        }
        long count = 0;
        for (int move = 0; move <= game.pass(); move++) {
            if (game.play(move) == Legality.LEGAL) {
                count += completeGameCount(game);
                game.undo();
            }
        }
        return count;
    }

    private static long settledCount(ReferenceBoard board, String begun) {
        if (begun.length() == board.pointCount()) {
            return board.isSettled(begun) ? 1 : 0;
        }
        long count = 0;
        for (char symbol : ReferenceBoard.SYMBOLS.toCharArray()) {
            count += settledCount(board, begun + symbol);
        }
        return count;
    }

    private static ReferenceGame trompTaylor(int width, int height) {
        String drawing = (".".repeat(width) + "\n").repeat(height);
        return new ReferenceGame(Ko.POSITIONAL, Suicide.ANY, 2, 7.5, drawing, Color.BLACK);
    }
}
