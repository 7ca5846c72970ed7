package dev.tengen.race.search;

import dev.tengen.base.SplitMix64;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.race.Race;
import java.util.Optional;

/** Races on small boards with random stones; most would look absurd to a player. */
final class RandomRaces {
    private final SplitMix64 random;

    RandomRaces(long seed) {
        random = new SplitMix64(seed);
    }

    /** Returns a race of at most {@code maxEmpty} playable empty points, in which each chain has a liberty. */
    Race next(int maxEmpty) {
        while (true) {
            Grid grid = Grid.of(2 + random.nextInt(4), 2 + random.nextInt(3));
            Board board = new Board(grid, Zobrist.of(grid));
            PointSet unplayable = new PointSet(grid);
            scatter(board, unplayable);
            PointSet played = board.points(Color.EMPTY).copy();
            played.removeAll(unplayable);
            if (played.size() <= maxEmpty && haveLiberties(board)) {
                Optional<Race> race = race(board, unplayable);
                if (race.isPresent()) {
                    return race.get();
                }
            }
        }
    }

    private void scatter(Board board, PointSet unplayable) {
        Grid grid = board.grid();
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        int emptyShare = 2 + random.nextInt(3);
        int unplayableShare = random.nextInt(3);
        for (int point = 0; point < grid.pointCount(); point++) {
            int roll = random.nextInt(10);
            if (roll >= emptyShare) {
                (random.nextInt(2) == 0 ? black : white).add(point);
            } else if (roll < unplayableShare) {
                unplayable.add(point);
            }
        }
        board.setUp(black, white);
    }

    private static boolean haveLiberties(Board board) {
        for (int point = 0; point < board.grid().pointCount(); point++) {
            if (board.colorAt(point) != Color.EMPTY && !hasLiberty(board, point)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasLiberty(Board board, int point) {
        PointSet chain = new PointSet(board.grid());
        board.addChain(point, chain);
        PointSet liberties = new PointSet(board.grid());
        liberties.addNeighborsOf(chain);
        liberties.retainAll(board.points(Color.EMPTY));
        return !liberties.isEmpty();
    }

    private Optional<Race> race(Board board, PointSet unplayable) {
        PointSet black = board.points(Color.BLACK);
        PointSet white = board.points(Color.WHITE);
        if (black.isEmpty() || white.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Race(
                board, unplayable, black.nth(random.nextInt(black.size())), white.nth(random.nextInt(white.size()))));
    }
}
