package dev.tengen.arena.opening;

import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.SplitMix64;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Openings of random plays, each drawn uniformly among the legal points; nobody passes in them, and the game is not over after
 * them.
 *
 * <p>No two lead to the same position, turned or mirrored or neither, as far as there are so many: where {@value #PATIENCE}
 * in a row bring nothing new, an opening comes again. The same arguments give the same openings on any machine.
 *
 * @param grid the size of the board
 * @param rules the rules by which plays are legal
 * @param length the count of plays, from 0 to the count of points
 * @param seed the seed
 */
public record RandomOpenings(Grid grid, Rules rules, int length, long seed) {
    /** Draws without a new opening after which there is taken to be none. */
    private static final int PATIENCE = 200;

    /** The most openings of one call. */
    private static final int MAX_COUNT = 100_000;

    /** Makes a source. Throws {@link InvalidValueException} where the length is out of range. */
    public RandomOpenings {
        if (length < 0 || length > grid.pointCount()) {
            throw InvalidValueException.outside("opening_length", length, 0, grid.pointCount());
        }
    }

    /**
     * Returns the first {@code count} openings. Throws {@link InvalidValueException} where the count is not within [1, 100000],
     * or there is no opening of this length.
     */
    public List<Opening> draw(int count) {
        if (count < 1 || count > MAX_COUNT) {
            throw InvalidValueException.outside("opening_count", count, 1, MAX_COUNT);
        }
        SplitMix64 random = new SplitMix64(seed);
        Set<PositionKey> seen = new HashSet<>();
        List<Opening> openings = new ArrayList<>();
        while (openings.size() < count) {
            Optional<Game> fresh = drawNew(random, seen);
            if (fresh.isPresent()) {
                openings.add(opening(fresh.get(), openings.size()));
            } else if (openings.isEmpty()) {
                throw InvalidValueException.because(
                        "no opening of " + length + " plays was found on a board of " + grid,
                        "opening_length",
                        length,
                        "a count of plays that the board and the rules allow");
            } else {
                repeat(openings, count);
            }
        }
        return openings;
    }

    /** Returns a game whose position is not in {@code seen}, and adds it there; nothing where none was found. */
    private Optional<Game> drawNew(SplitMix64 random, Set<PositionKey> seen) {
        for (int attempt = 0; attempt < PATIENCE; attempt++) {
            Optional<Game> game = playRandom(random).filter(drawn -> seen.add(PositionKey.of(drawn)));
            if (game.isPresent()) {
                return game;
            }
        }
        return Optional.empty();
    }

    private Optional<Game> playRandom(SplitMix64 random) {
        Game game = new Game(Setup.empty(grid), rules);
        PointSet legal = new PointSet(grid);
        while (game.moveNumber() < length) {
            game.legalPoints(legal);
            if (legal.isEmpty()) {
                return Optional.empty();
            }
            game.playUnchecked(legal.nth(random.nextInt(legal.size())));
        }
        return game.isOver() ? Optional.empty() : Optional.of(game);
    }

    private Opening opening(Game game, int index) {
        List<Integer> moves = new ArrayList<>();
        for (int number = 1; number <= game.moveNumber(); number++) {
            moves.add(game.move(number));
        }
        return new Opening(id(index), game.setup(), moves);
    }

    private String id(int index) {
        return "random-" + Long.toUnsignedString(seed) + "-" + (index + 1);
    }

    /** Fills up {@code openings} with those that are there, in their order, under ids of their own. */
    private void repeat(List<Opening> openings, int count) {
        int distinct = openings.size();
        while (openings.size() < count) {
            Opening again = openings.get(openings.size() % distinct);
            openings.add(new Opening(id(openings.size()), again.setup(), again.moves()));
        }
    }
}
