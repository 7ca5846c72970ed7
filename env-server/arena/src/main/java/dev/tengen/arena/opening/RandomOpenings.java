package dev.tengen.arena.opening;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Setup;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Openings of random plays, drawn uniformly from the legal points. They contain no passes, and the game is not over
 * after them.
 *
 * <p>Openings lead to distinct positions, up to symmetry, as far as possible: after {@value #MAX_ATTEMPTS} draws
 * without a new position, openings repeat. Equal arguments give equal openings on every machine.
 *
 * @param grid the size of the board
 * @param rules the rules
 * @param length the number of plays, 0 to the number of points
 * @param seed the seed
 */
public record RandomOpenings(Grid grid, Rules rules, int length, long seed) {
    /** The number of draws without a new opening after which there is assumed to be none. */
    private static final int MAX_ATTEMPTS = 200;

    /** The maximum number of openings of one call. */
    private static final int MAX_COUNT = 100_000;

    /**
     * Creates a source.
     *
     * @throws InvalidValueException if the length is out of range
     */
    public RandomOpenings {
        InvalidValueException.requireWithin("opening_length", length, 0, grid.pointCount());
    }

    /**
     * Returns the first {@code count} openings.
     *
     * @throws InvalidValueException if the count is outside [1, 100000], or there is no opening of this length
     */
    public List<Opening> draw(int count) {
        InvalidValueException.requireWithin("opening_count", count, 1, MAX_COUNT);
        SplitMix64 random = new SplitMix64(seed);
        Set<PositionKey> seen = new HashSet<>();
        List<Opening> openings = new ArrayList<>();
        while (openings.size() < count) {
            Optional<Game> fresh = drawNew(random, seen);
            if (fresh.isPresent()) {
                openings.add(Opening.of(id(openings.size()), fresh.get()));
            } else if (openings.isEmpty()) {
                throw InvalidValueException.because(
                        "no opening of " + length + " plays was found on a board of " + grid,
                        "opening_length",
                        length,
                        "a number of plays that the board and the rules allow");
            } else {
                repeat(openings, count);
            }
        }
        return openings;
    }

    /** Returns a game whose position is not in {@code seen}, and adds the position; empty if none was found. */
    private Optional<Game> drawNew(SplitMix64 random, Set<PositionKey> seen) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
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
            game.playLegal(legal.nth(random.nextInt(legal.size())));
        }
        return game.isOver() ? Optional.empty() : Optional.of(game);
    }

    private String id(int index) {
        return "random-" + Long.toUnsignedString(seed) + "-" + (index + 1);
    }

    /** Fills {@code openings} up to {@code count} by repeating its elements in order, with new ids. */
    private void repeat(List<Opening> openings, int count) {
        int distinct = openings.size();
        while (openings.size() < count) {
            Opening again = openings.get(openings.size() % distinct);
            openings.add(new Opening(id(openings.size()), again.setup(), again.moves()));
        }
    }
}
