package dev.tengen.arena.settings;

import com.google.common.hash.Hashing;
import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** The openings that games start from. Each opening is played twice, with colors swapped. */
public sealed interface OpeningSettings {
    /**
     * Returns the openings on {@code grid} under {@code rules}.
     *
     * @param count the number of openings, if they are drawn at random
     * @param seed the seed, if they or their order are drawn at random
     * @throws InvalidValueException if there are none
     */
    List<Opening> openings(Grid grid, Rules rules, int count, long seed);

    /** The empty board. */
    record Empty() implements OpeningSettings {
        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            return List.of(Opening.empty(grid));
        }
    }

    /**
     * Random legal moves. Openings are distinct, as far as there are enough of them.
     *
     * @param moveCount the number of moves, 1 to 100 and at most the number of points
     */
    record RandomMoves(int moveCount) implements OpeningSettings {
        /** The maximum number of moves of an opening. */
        public static final int MAX_MOVE_COUNT = 100;

        /**
         * Creates openings.
         *
         * @throws InvalidValueException if the count is out of range
         */
        public RandomMoves {
            InvalidValueException.requireWithin("move_count", moveCount, 1, MAX_MOVE_COUNT);
        }

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            InvalidValueException.requireWithin(
                    "move_count", moveCount, 1, Math.min(MAX_MOVE_COUNT, grid.pointCount()));
            return new RandomOpenings(grid, rules, moveCount, seed).draw(count);
        }
    }

    /**
     * The first moves of game records.
     *
     * @param sgf the game records as SGF, 1 to 1,000
     * @param moveCount the number of moves of each record, 1 to 1,000; a shorter record gives all its moves
     */
    record Records(List<String> sgf, int moveCount) implements OpeningSettings {

        /** The maximum number of game records. */
        public static final int MAX_RECORD_COUNT = 1000;

        /** The maximum number of moves of an opening. */
        public static final int MAX_MOVE_COUNT = 1000;

        /**
         * Creates openings. Copies the list.
         *
         * @throws InvalidValueException if a count is out of range
         */
        public Records {
            sgf = List.copyOf(sgf);
            InvalidValueException.requireWithin("sgf", sgf.size(), 1, MAX_RECORD_COUNT);
            InvalidValueException.requireWithin("move_count", moveCount, 1, MAX_MOVE_COUNT);
        }

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            SgfOpenings reader = new SgfOpenings(grid, rules, moveCount);
            return IntStream.range(0, sgf.size())
                    .mapToObj(i -> reader.read("record-" + (i + 1), sgf.get(i)))
                    .toList();
        }
    }

    /**
     * The openings of a book, in an order drawn from the seed.
     *
     * @param file the name of the file that the book was read from, 1 to 200 characters
     * @param sha256 the SHA-256 hash of the file, 64 hexadecimal digits
     * @param lines the lines of the book, as {@link OpeningBook} reads them
     * @param moveCount the maximum number of moves of an opening, 1 to 1,000
     */
    record Book(String file, String sha256, List<String> lines, int moveCount) implements OpeningSettings {
        private static final int MAX_NAME_LENGTH = 200;
        private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

        /**
         * Creates openings. Copies the list.
         *
         * @throws InvalidValueException if a value is not allowed
         */
        public Book {
            PlayerSettings.requireName("file", file, MAX_NAME_LENGTH);
            if (!SHA256.matcher(sha256).matches()) {
                throw InvalidValueException.not("sha256", '"' + sha256 + '"', "64 lower-case hexadecimal digits");
            }
            lines = new OpeningBook(lines, moveCount).lines();
        }

        /** Returns the hash of {@code lines} as a text file in UTF-8 with a line feed after each line. */
        public static String sha256(List<String> lines) {
            String text = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
            return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).toString();
        }

        @Override
        public List<Opening> openings(Grid grid, Rules rules, int count, long seed) {
            return new OpeningBook(lines, moveCount).shuffled(grid, rules, seed);
        }
    }
}
