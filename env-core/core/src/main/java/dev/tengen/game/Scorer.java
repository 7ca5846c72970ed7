package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import java.util.Optional;

/** Computes scores under given rules. Immutable. */
final class Scorer {
    /** The tax of a region that is not in seki under {@link Tax#ALL}. */
    private static final int REGION_TAX = 2;

    private final Rules rules;
    private final int handicapBonus;

    /** Creates a scorer for games with {@code handicap} handicap stones. */
    Scorer(Rules rules, int handicap) {
        this.rules = rules;
        handicapBonus = rules.handicapBonus().points(handicap);
    }

    /** Returns the score of {@code board} as it stands, given the number of stones of each color that left it. */
    Score score(Board board, int takenBlack, int takenWhite) {
        PointSet black = reachFrom(board, Color.BLACK);
        PointSet white = reachFrom(board, Color.WHITE);
        PointSet both = black.intersection(white);
        black.removeAll(both);
        white.removeAll(both);
        return new Score(
                black,
                white,
                tally(board, Color.BLACK, black, white, takenWhite),
                tally(board, Color.WHITE, white, black, takenBlack),
                handicapBonus,
                rules.komi());
    }

    /** Returns the score of the current position of {@code game} as it stands. */
    Score score(Game game) {
        return score(game.board(), game.takenCount(Color.BLACK), game.takenCount(Color.WHITE));
    }

    /**
     * Returns the score of the current position of {@code game} after the stones in {@code dead} are removed.
     *
     * @throws InvalidValueException if the stones are not whole chains
     */
    Score score(Game game, PointSet dead) {
        Board board = game.board();
        requireWholeChains(board, dead);
        PointSet black = board.points(Color.BLACK).difference(dead);
        PointSet white = board.points(Color.WHITE).difference(dead);
        Board cleared = new Board(board.grid(), board.zobrist());
        if (!black.isEmpty() || !white.isEmpty()) {
            cleared.setUp(black, white);
        }
        return score(
                cleared,
                game.takenCount(Color.BLACK) + board.stoneCount(Color.BLACK) - black.size(),
                game.takenCount(Color.WHITE) + board.stoneCount(Color.WHITE) - white.size());
    }

    /**
     * Checks that {@code dead} is a set of whole chains.
     *
     * @throws InvalidValueException if it is not
     */
    static void requireWholeChains(Board board, PointSet dead) {
        Optional<InvalidValueException> error = wholeChainsError(board, dead);
        if (error.isPresent()) {
            throw error.get();
        }
    }

    /** Returns the error that {@code dead} is not a set of whole chains; empty if it is one. */
    static Optional<InvalidValueException> wholeChainsError(Board board, PointSet dead) {
        PointSet chains = new PointSet(board.grid());
        for (int point = dead.first(); point >= 0; point = dead.next(point)) {
            if (board.colorAt(point) == Color.EMPTY) {
                return Optional.of(notWhole(board.grid(), point, " is empty"));
            }
            if (!chains.contains(point)) {
                board.addChain(point, chains);
            }
        }
        chains.removeAll(dead);
        return chains.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        notWhole(board.grid(), chains.first(), " belongs to a chain of which only a part is named"));
    }

    private static InvalidValueException notWhole(Grid grid, int point, String why) {
        String name = grid.name(point);
        return InvalidValueException.because(
                "dead_points: " + name + why, "dead_points", name, "the stones of whole chains");
    }

    /** Returns the stones of {@code color} and the empty points that reach it. */
    private static PointSet reachFrom(Board board, int color) {
        PointSet reach = board.points(color).copy();
        reach.floodWithin(board.points(Color.EMPTY));
        return reach;
    }

    private Score.Tally tally(Board board, int color, PointSet area, PointSet enemyArea, int takenFromEnemy) {
        boolean isTerritory = rules.scoring() == Scoring.TERRITORY;
        int boardPoints = isTerritory ? area.size() - board.stoneCount(color) : area.size();
        int tax = rules.tax() == Tax.NONE ? 0 : tax(board, color, area, enemyArea);
        return new Score.Tally(boardPoints, isTerritory ? takenFromEnemy : 0, tax);
    }

    private int tax(Board board, int color, PointSet area, PointSet enemyArea) {
        Grid grid = board.grid();
        PointSet sekiPoints = sekiPoints(board, color, area, enemyArea);
        PointSet rest = area.copy();
        int tax = 0;
        for (int point = rest.first(); point >= 0; point = rest.first()) {
            PointSet region = PointSet.of(grid, point);
            region.floodWithin(area);
            rest.removeAll(region);
            if (region.intersects(sekiPoints)) {
                tax += region.intersection(board.points(Color.EMPTY)).size();
            } else if (rules.tax() == Tax.ALL) {
                tax += REGION_TAX;
            }
        }
        return tax;
    }

    /** Returns a set of points that intersects every region in seki and no other region. */
    private static PointSet sekiPoints(Board board, int color, PointSet area, PointSet enemyArea) {
        PointSet points =
                board.points(Color.EMPTY).difference(area).difference(enemyArea).neighbors();
        PointSet ataris = new PointSet(board.grid());
        board.addAtariPoints(color, ataris);
        ataris.forEach(point -> addStonesInAtariAt(point, board, color, points));
        points.retainAll(area);
        return points;
    }

    private static void addStonesInAtariAt(int point, Board board, int color, PointSet points) {
        PointSet neighbors = PointSet.of(board.grid(), point).neighbors().intersection(board.points(color));
        for (int stone = neighbors.first(); stone >= 0; stone = neighbors.next(stone)) {
            if (board.isInAtariAt(stone, point)) {
                points.add(stone);
            }
        }
    }
}
