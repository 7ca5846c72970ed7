package dev.tengen.arena.settings;

import dev.tengen.arena.opening.Opening;
import dev.tengen.arena.opening.OpeningBook;
import dev.tengen.arena.opening.RandomOpenings;
import dev.tengen.arena.opening.SgfOpenings;
import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Grid;
import dev.tengen.game.Rules;
import dev.tengen.proto.v1.BookOpenings;
import dev.tengen.proto.v1.Openings;
import dev.tengen.proto.v1.RecordOpenings;
import java.util.List;
import java.util.stream.IntStream;

/** Creates the openings that games start from. Each opening is played twice, with colors swapped. */
final class OpeningFactory {
    /** The maximum number of random moves of an opening. */
    static final int MAX_RANDOM_MOVE_COUNT = 100;

    /** The maximum number of game records. */
    static final int MAX_RECORD_COUNT = 1000;

    /** The maximum number of moves of an opening from a game record. */
    static final int MAX_RECORD_MOVE_COUNT = 1000;

    private OpeningFactory() {}

    /**
     * Returns the openings on {@code grid} under {@code rules}.
     *
     * @param settings the settings, as {@link SpecConverter#openings} returns them
     * @param count the number of openings, if they are drawn at random
     * @param seed the seed, if they or their order are drawn at random
     * @throws InvalidValueException if there are none
     */
    static List<Opening> openings(Openings settings, Grid grid, Rules rules, int count, long seed) {
        return switch (settings.getOpeningsCase()) {
            case RANDOM -> random(settings.getRandom().getMoveCount(), grid, rules, count, seed);
            case RECORDS -> records(settings.getRecords(), grid, rules);
            case BOOK -> book(settings.getBook()).shuffled(grid, rules, seed);
            case EMPTY, OPENINGS_NOT_SET -> List.of(Opening.empty(grid));
        };
    }

    private static List<Opening> random(int moveCount, Grid grid, Rules rules, int count, long seed) {
        InvalidValueException.requireWithin(
                "move_count", moveCount, 1, Math.min(MAX_RANDOM_MOVE_COUNT, grid.pointCount()));
        return new RandomOpenings(grid, rules, moveCount, seed).draw(count);
    }

    private static List<Opening> records(RecordOpenings settings, Grid grid, Rules rules) {
        SgfOpenings reader = new SgfOpenings(grid, rules, settings.getMoveCount());
        return IntStream.range(0, settings.getSgfCount())
                .mapToObj(i -> reader.read("record-" + (i + 1), settings.getSgf(i)))
                .toList();
    }

    /** Returns the book in {@code settings}. */
    static OpeningBook book(BookOpenings settings) {
        return new OpeningBook(settings.getLinesList(), settings.getMoveCount());
    }
}
