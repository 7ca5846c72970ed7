package dev.tengen.race.layout;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.race.Race;

/**
 * The layout of a race on a strip: two long chains side by side, each with its liberties and eye, enclosed by safe
 * stones of the other color. Equal layouts give equal races.
 *
 * @param size width and height of the board
 * @param black Black's side, or White's if the colors are exchanged
 * @param white White's side, or Black's if the colors are exchanged
 * @param shared the number of shared liberties
 * @param isSwapped whether the colors are exchanged
 * @param symmetry the symmetry applied to the board, from 0 (none) to 7: bit 1 exchanges rows and columns, then bit 2
 *     flips it upside down and bit 4 left to right
 */
public record RaceLayout(int size, RaceSide black, RaceSide white, int shared, boolean isSwapped, int symmetry) {
    /** The smallest size. */
    public static final int MIN_SIZE = 9;

    /** The number of symmetries. */
    public static final int SYMMETRY_COUNT = 8;

    /**
     * Creates a layout from all values.
     *
     * @throws InvalidValueException if a value is out of range or the board is too small for the layout
     */
    public RaceLayout {
        InvalidValueException.requireWithin("size", size, MIN_SIZE, Grid.MAX_SIZE);
        if (shared < 0) {
            throw InvalidValueException.outside("shared", shared, 0, size);
        }
        InvalidValueException.requireWithin("symmetry", symmetry, 0, SYMMETRY_COUNT - 1);
        if (!fits(size, black, white, shared)) {
            throw InvalidValueException.not(
                    "layout", name(black, white, shared), "one that fits on a board of " + size + "x" + size);
        }
    }

    /**
     * Creates a layout without exchange of colors and without symmetry.
     *
     * @throws InvalidValueException if a value is out of range or the board is too small for the layout
     */
    public RaceLayout(int size, RaceSide black, RaceSide white, int shared) {
        this(size, black, white, shared, false, 0);
    }

    /** Returns whether a layout fits on a board of {@code size}. */
    public static boolean fits(int size, RaceSide black, RaceSide white, int shared) {
        int half = (size - 1) / 2;
        return black.height() <= half
                && white.height() <= half
                && hasRoom(size, black)
                && hasRoom(size, white)
                && shared + foothold(black) + foothold(white) <= size;
    }

    /** Returns whether a chain stays connected between its liberties and its eye. */
    private static boolean hasRoom(int size, RaceSide side) {
        return side.outsideWidth() + foothold(side) <= size;
    }

    /** Returns the number of columns that a chain needs to close its eye at the side and to connect to it. */
    static int foothold(RaceSide side) {
        return side.eye() == RaceEye.NONE ? 0 : side.eye().width() + 1;
    }

    /**
     * Returns a name for everything but size, swap and symmetry: external liberties of Black, shared liberties,
     * external liberties of White, both eyes with the stones in them, and the shapes if there are any. Examples are
     * "e3-s2-e2/eyes1-0" and "e0-s0-e2/eyes4n2-0/shapeshot3+way2-0".
     */
    public String name() {
        return name(black, white, shared);
    }

    private static String name(RaceSide black, RaceSide white, int shared) {
        String shapes = black.shapes().isEmpty() && white.shapes().isEmpty()
                ? ""
                : "/shapes" + black.shapeCode() + "-" + white.shapeCode();
        return "e" + black.external() + "-s" + shared + "-e" + white.external() + "/eyes" + black.eyeCode() + "-"
                + white.eyeCode() + shapes;
    }

    /** Returns the kind of the regions. */
    public RaceClass raceClass() {
        if (!black.eye().isPlain(black.stonesInEye()) || !white.eye().isPlain(white.stonesInEye())) {
            return RaceClass.OTHER;
        }
        if (!black.shapes().isEmpty() || !white.shapes().isEmpty()) {
            return RaceClass.LOCAL;
        }
        return black.eye() == RaceEye.NONE && white.eye() == RaceEye.NONE ? RaceClass.ZERO : RaceClass.ONE;
    }

    /**
     * Returns the number of points that can change: playable empty points, and stones that can be captured without
     * ending the race.
     */
    public int pointCount() {
        return shared + black.pointCount() + white.pointCount();
    }

    /** Returns the race. */
    public Race race() {
        RaceStrip strip = RaceStrip.of(this);
        Grid grid = Grid.square(size);
        Board board = new Board(grid, Zobrist.of(grid));
        board.setUp(strip.points(RaceStrip.BLACK), strip.points(RaceStrip.WHITE));
        PointSet unplayable = strip.points(RaceStrip.UNPLAYABLE);
        return new Race(board, unplayable, strip.essential(isSwapped), strip.essential(!isSwapped));
    }
}
