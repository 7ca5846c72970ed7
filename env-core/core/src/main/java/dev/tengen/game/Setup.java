package dev.tengen.game;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import java.util.List;

/**
 * A starting position. Superko history begins with its coloring.
 *
 * @param grid the size of the board
 * @param black points of black stones; must not be changed afterwards
 * @param white points of white stones; must not be changed afterwards
 * @param playerToMove the color that moves first
 * @param handicap the number of handicap stones, for which some rules give White points: 0 for an even game, otherwise
 *     from 2 to the number of points. It places no stones: {@link FixedHandicap} and free placements do.
 */
public record Setup(Grid grid, PointSet black, PointSet white, int playerToMove, int handicap) {
    /** The character of each color in rows of text. */
    private static final String SYMBOLS = ".XO";

    /**
     * Creates a position from all values.
     *
     * @throws IllegalArgumentException if the stones are of another grid, a point has both colors, a chain has no
     *     liberty, {@code playerToMove} is no player, or {@code handicap} is out of range
     */
    public Setup {
        if (!Color.isPlayer(playerToMove)) {
            throw InvalidValueException.not("player_to_move", playerToMove, "1 (Black) or 2 (White)");
        }
        boolean isHandicap = handicap >= FixedHandicap.MIN_COUNT && handicap <= grid.pointCount();
        if (handicap != 0 && !isHandicap) {
            throw InvalidValueException.not(
                    "handicap", handicap, "0 or within [" + FixedHandicap.MIN_COUNT + ", " + grid.pointCount() + "]");
        }
        requireGrid(grid, "black", black);
        requireGrid(grid, "white", white);
        requireDisjoint(black, white);
        requireLiberties(grid, black, white);
    }

    /**
     * Creates a position of an even game.
     *
     * @throws IllegalArgumentException if a value is invalid, as in the canonical constructor
     */
    public Setup(Grid grid, PointSet black, PointSet white, int playerToMove) {
        this(grid, black, white, playerToMove, 0);
    }

    /** Returns the empty board with Black to move. */
    public static Setup empty(Grid grid) {
        return new Setup(grid, new PointSet(grid), new PointSet(grid), Color.BLACK);
    }

    /**
     * Returns a position with copies of the given sets of stones.
     *
     * @throws IllegalArgumentException if a value is invalid, as in the constructor
     */
    public static Setup of(Grid grid, PointSet black, PointSet white, int playerToMove) {
        return new Setup(grid, black.copy(), white.copy(), playerToMove);
    }

    /**
     * Returns the position that {@code rows} draw, the top row first, with one character for each point: X is Black, O
     * White, and a dot an empty point.
     *
     * @throws IllegalArgumentException if a row has another length or character, or a value is invalid, as in the
     *     constructor
     */
    public static Setup ofRows(List<String> rows, int playerToMove) {
        int width = rows.isEmpty() ? 0 : rows.get(0).length();
        for (String row : rows) {
            if (row.length() != width || row.chars().anyMatch(symbol -> SYMBOLS.indexOf(symbol) < 0)) {
                throw InvalidValueException.not("rows", rows, "rows of the same length, made of . X O");
            }
        }
        Grid grid = Grid.of(width, rows.size());
        String symbols = String.join("", rows);
        List<PointSet> stones = List.of(new PointSet(grid), new PointSet(grid), new PointSet(grid));
        for (int point = 0; point < symbols.length(); point++) {
            stones.get(SYMBOLS.indexOf(symbols.charAt(point))).add(point);
        }
        return new Setup(grid, stones.get(Color.BLACK), stones.get(Color.WHITE), playerToMove);
    }

    /**
     * Returns this position with {@code count} handicap stones.
     *
     * @throws IllegalArgumentException if {@code count} is neither 0 nor from 2 to the number of points
     */
    public Setup withHandicap(int count) {
        return new Setup(grid, black, white, playerToMove, count);
    }

    private static void requireGrid(Grid grid, String color, PointSet stones) {
        if (stones.grid() != grid) {
            throw InvalidValueException.not("grid of " + color + " stones", stones.grid(), grid.toString());
        }
    }

    private static void requireDisjoint(PointSet black, PointSet white) {
        PointSet common = black.intersection(white);
        if (!common.isEmpty()) {
            throw InvalidValueException.because(
                    "points " + common + " hold both a black and a white stone",
                    "setup",
                    common,
                    "at most one stone on a point");
        }
    }

    private static void requireLiberties(Grid grid, PointSet black, PointSet white) {
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(black, white);
        for (int point = 0; point < grid.pointCount(); point++) {
            if (board.colorAt(point) != Color.EMPTY && !board.reach(point).reachesEmpty()) {
                throw InvalidValueException.because(
                        "the chain at " + grid.name(point) + " has no liberty",
                        "setup",
                        grid.name(point),
                        "chains that have a liberty");
            }
        }
    }

    /** Returns whether the board is empty. */
    public boolean isEmpty() {
        return black.isEmpty() && white.isEmpty();
    }
}
