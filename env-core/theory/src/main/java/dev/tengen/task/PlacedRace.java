package dev.tengen.task;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.env.TaskLabel;
import dev.tengen.game.Setup;
import dev.tengen.race.Race;
import java.util.Optional;

/** A race on the board of a task, with its label. Immutable. */
final class PlacedRace {
    private final TaskLabel label;
    private final Race race;
    private final PointSet region;

    /**
     * The points that can change in the race. The points of safe chains cannot: each is beside an eye that nobody
     * fills.
     */
    private final PointSet changeable;

    private final int moveLimit;

    PlacedRace(TaskLabel label, Race race) {
        this.label = label;
        this.race = race;
        region = new PointSet(grid());
        region.fill();
        region.removeAll(race.unplayable());
        changeable = region.difference(race.immune());
        moveLimit = 4 * (moveCount(race.board()) - 1);
    }

    TaskLabel label() {
        return label;
    }

    String id() {
        return label.id();
    }

    Race race() {
        return race;
    }

    Grid grid() {
        return race.board().grid();
    }

    /** Returns a point of the essential chain of {@code color}. */
    int essential(int color) {
        return race.essential(color).first();
    }

    /** Returns all points except the unplayable ones; must not be changed. */
    PointSet region() {
        return region;
    }

    /** Returns the move limit: four times the number of playable empty points, which no race reaches. */
    int moveLimit() {
        return moveLimit;
    }

    /**
     * Returns the race with the stones of {@code board}, without stones that were played in the eyes of safe chains.
     */
    Race raceOn(Board board) {
        PointSet black = stones(board, Color.BLACK);
        PointSet white = stones(board, Color.WHITE);
        Board seen = new Board(grid(), board.zobrist());
        seen.setUp(black, white);
        return new Race(seen, race.unplayable(), essential(Color.BLACK), essential(Color.WHITE));
    }

    /** Returns the stones of {@code color} in the race with the stones of {@code board}. */
    PointSet stones(Board board, int color) {
        PointSet stones = race.board().points(color).difference(changeable);
        stones.addAll(board.points(color).intersection(changeable));
        return stones;
    }

    /** Returns the number of moves in the race with the stones of {@code board}: its empty points, and the pass. */
    int moveCount(Board board) {
        return board.points(Color.EMPTY).intersection(region).size() + 1;
    }

    /** Returns whether both essential chains and all safe chains around them stand on {@code board}. */
    boolean isUndecided(Board board) {
        return loser(board) == Color.EMPTY;
    }

    /**
     * Returns the color whose essential chain was captured on {@code board}, otherwise the color that lost a safe
     * chain, which only its owner can cause by filling its eyes. {@link Color#EMPTY} if all chains stand.
     */
    int loser(Board board) {
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            if (board.colorAt(essential(color)) != color) {
                return color;
            }
        }
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            PointSet safe = race.board().points(color).difference(changeable);
            if (!safe.difference(board.points(color)).isEmpty()) {
                return color;
            }
        }
        return Color.EMPTY;
    }

    /** Returns the position with {@code first} to move. */
    Setup setup(int first) {
        return Setup.of(grid(), race.board().points(Color.BLACK), race.board().points(Color.WHITE), first);
    }

    /** Returns the solution with {@code first} to move; empty if the search reached its limit. */
    Optional<RaceSolution> solution(int first) {
        return RaceOracle.solution(this, race.board(), first, false);
    }
}
