package dev.tengen.arena.settings;

import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.game.Rules;
import java.util.List;
import java.util.stream.IntStream;

/** Where games start. Each opening is played twice, with colors swapped. */
public sealed interface OpeningSettings {
    /**
     * Returns openings on {@code grid} under {@code rules}: {@code count} of them where they are drawn, from {@code seed}. Throws
     * {@link InvalidValueException} where there are none.
     */
    List<Opening> openings(Grid grid, Rules rules, int count, long seed);

    private static void requireCount(String field, int count, int max) {
        if (count < 1 || count > max) {
            throw InvalidValueException.outside(field, count, 1, max);
        }
    }

    /** From the empty board. */
    record Empty() implements OpeningSettings {
        /** What settings call it. */
        static final String NAME = "empty";

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            return List.of(Opening.empty(grid));
        }
    }

    /**
     * From random legal moves; no two openings are alike, as long as there are enough.
     *
     * @param moveCount moves of an opening, 1 to 100 and no more than the board has points
     */
    record RandomMoves(int moveCount) implements OpeningSettings {
        /** The most moves of an opening. */
        public static final int MAX_MOVE_COUNT = 100;

        /** Makes openings. Throws {@link InvalidValueException} where the count is out of range. */
        public RandomMoves {
            requireCount("move_count", moveCount, MAX_MOVE_COUNT);
        }

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            requireCount("move_count", moveCount, Math.min(MAX_MOVE_COUNT, grid.pointCount()));
            return new RandomOpenings(grid, rules, moveCount, seed).draw(count);
        }
    }

    /**
     * From the first moves of game records.
     *
     * @param sgf SGF files, 1 to 1,000
     * @param moveCount moves to take of each, 1 to 1,000; fewer where the record has fewer
     */
    record Records(List<String> sgf, int moveCount) implements OpeningSettings {
        /** The most files. */
        public static final int MAX_RECORD_COUNT = 1000;

        /** The most moves of an opening. */
        public static final int MAX_MOVE_COUNT = 1000;

        /** Makes openings; the list is copied. Throws {@link InvalidValueException} where a count is out of range. */
        public Records {
            sgf = List.copyOf(sgf);
            requireCount("record_count", sgf.size(), MAX_RECORD_COUNT);
            requireCount("move_count", moveCount, MAX_MOVE_COUNT);
        }

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            SgfOpenings reader = new SgfOpenings(grid, rules, moveCount);
            return IntStream.range(0, sgf.size())
                    .mapToObj(i -> reader.read("record-" + (i + 1), sgf.get(i)))
                    .toList();
        }
    }
}
