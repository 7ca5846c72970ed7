package dev.tengen.race.layout;

import dev.tengen.board.Board;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
import dev.tengen.board.PointSet;
import dev.tengen.board.Zobrist;
import dev.tengen.race.Race;

/**
 * The plan of a race on a strip: two long chains side by side, each with its liberties and eye, enclosed by safe stones of the
 * other. Equal layouts give equal races.
 *
 * @param size width and height of the board
 * @param black what Black's chain has, or White's where colors are exchanged
 * @param white what White's chain has, or Black's where colors are exchanged
 * @param shared liberties that both chains have
 * @param isSwapped whether the colors are exchanged
 * @param symmetry how the board is turned, from 0 (as planned) to 7: 1 exchanges rows and columns, then 2 turns it upside down
 *     and 4 left to right
 */
public record RaceLayout(int size, RaceSide black, RaceSide white, int shared, boolean isSwapped, int symmetry) {
    /** The least size. */
    public static final int MIN_SIZE = 9;

    /** How many symmetries there are. */
    public static final int SYMMETRY_COUNT = 8;

    /** Throws {@link InvalidValueException} where a value is out of range or the board too small for all that. */
    public RaceLayout {
        if (size < MIN_SIZE || size > Grid.MAX_SIZE) {
            throw InvalidValueException.outside("size", size, MIN_SIZE, Grid.MAX_SIZE);
        }
        if (shared < 0) {
            throw InvalidValueException.outside("shared", shared, 0, size);
        }
        if (symmetry < 0 || symmetry >= SYMMETRY_COUNT) {
            throw InvalidValueException.outside("symmetry", symmetry, 0, SYMMETRY_COUNT - 1);
        }
        if (!fits(size, black, white, shared)) {
            throw InvalidValueException.not(
                    "layout", name(black, white, shared), "one that fits on a board of " + size + "x" + size);
        }
    }

    /** Makes a layout as it is planned. */
    public RaceLayout(int size, RaceSide black, RaceSide white, int shared) {
        this(size, black, white, shared, false, 0);
    }

    /** Returns whether a board of {@code size} has room for all that. */
    public static boolean fits(int size, RaceSide black, RaceSide white, int shared) {
        int half = (size - 1) / 2;
        return black.height() <= half
                && white.height() <= half
                && hasRoom(size, black)
                && hasRoom(size, white)
                && shared + foothold(black) + foothold(white) <= size;
    }

    /** Returns whether a chain is left in one piece between its liberties and its eye. */
    private static boolean hasRoom(int size, RaceSide side) {
        return side.outsideWidth() + foothold(side) <= size;
    }

    /** Returns how many stones of a chain close its eye at the side and hold on to the rest. */
    static int foothold(RaceSide side) {
        return side.eye() == RaceEye.NONE ? 0 : side.eye().width() + 1;
    }

    /** Returns this layout with the colors exchanged, or not. */
    public RaceLayout withSwap(boolean swap) {
        return new RaceLayout(size, black, white, shared, swap, symmetry);
    }

    /** Returns this layout turned in another way. */
    public RaceLayout withSymmetry(int number) {
        return new RaceLayout(size, black, white, shared, isSwapped, number);
    }

    /**
     * Returns a name made of all but size, swap and symmetry: external liberties of Black, shared ones, external ones of White,
     * both eyes with the stones in them, and the shapes, if there is one. As in "e3-s2-e2/eyes1-0" and
     * "e0-s0-e2/eyes4n2-0/shapeshot3+way2-0".
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

    /** Returns of what kind the regions are. */
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
     * Returns how many points can change: empty ones that are played, and stones that can be captured without an end of the
     * race.
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
