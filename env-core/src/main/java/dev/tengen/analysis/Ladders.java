package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.ReadingBoard;

/**
 * Which chains of a position can be captured in a ladder, and by which first moves.
 *
 * <p>A chain with two liberties is captured if the attacker, moving first, can capture it by ataris alone; a chain with
 * one liberty if its owner, moving first, cannot escape. Other chains are not read. Colors are treated alike whoever is to
 * move. The page {@code docs/reference/analysis.md} tells what counts as an escape.
 *
 * <p>Make one, keep it, and {@link #read} into it: nothing here allocates but the constructor and lists that grow when
 * they must. Not thread-safe.
 */
public final class Ladders {
    /** The plays of one search, from 1; a search that makes so many is given up, and its chain counts as escaped. */
    public static final int PLAY_LIMIT = 25_000;

    /** What to give as the point of a ko where there is none. */
    public static final int NO_KO = ReadingBoard.NOWHERE;

    private final ReadingBoard board;
    private final LadderSearch search;
    private final PointSet captured;
    private final PointSet blackFirstMoves;
    private final PointSet whiteFirstMoves;
    private final short[] liberties = new short[3];
    private int limitCount;

    /** Makes a reader for positions on {@code grid}, which says that nothing is captured until it reads one. */
    public Ladders(Grid grid) {
        this(grid, PLAY_LIMIT);
    }

    Ladders(Grid grid, int playLimit) {
        board = new ReadingBoard(grid);
        search = new LadderSearch(board, playLimit);
        captured = new PointSet(grid);
        blackFirstMoves = new PointSet(grid);
        whiteFirstMoves = new PointSet(grid);
    }

    /** Reads the stones of {@code position}; see {@link #read(PointSet, PointSet, int)}. */
    public void read(Board position, int koPoint) {
        read(position.points(Color.BLACK), position.points(Color.WHITE), koPoint);
    }

    /**
     * Reads the position of the given stones, where every chain has a liberty. No ladder begins at {@code koPoint}, the
     * point that a simple ko forbids to either color, or {@link #NO_KO}.
     */
    public void read(PointSet black, PointSet white, int koPoint) {
        board.setUp(black, white);
        captured.clear();
        blackFirstMoves.clear();
        whiteFirstMoves.clear();
        limitCount = 0;
        readChains(black, koPoint);
        readChains(white, koPoint);
    }

    /** Returns the stones of either color that can be captured. A view: it changes with the next reading. */
    public PointSet captured() {
        return captured;
    }

    /**
     * Returns the moves that begin a ladder against a chain of {@code color}, {@link Color#BLACK} or {@link Color#WHITE},
     * that has two liberties. A view: it changes with the next reading.
     */
    public PointSet firstMoves(int color) {
        return Color.requirePlayer(color) == Color.BLACK ? blackFirstMoves : whiteFirstMoves;
    }

    /** Returns how many searches of the last reading were given up at the limit. */
    public int limitCount() {
        return limitCount;
    }

    private void readChains(PointSet stones, int koPoint) {
        for (int stone = stones.first(); stone >= 0; stone = stones.next(stone)) {
            if (board.head(stone) == stone && isCaptured(stone, koPoint)) {
                addChain(stone);
            }
        }
    }

    private boolean isCaptured(int stone, int koPoint) {
        return switch (board.liberties(stone, 3, liberties, 0)) {
            case 1 -> isCapturedInAtari(stone);
            case 2 -> isCapturedFromEither(liberties[0], liberties[1], stone, koPoint);
            default -> false;
        };
    }

    private boolean isCapturedInAtari(int stone) {
        boolean isCaptured = search.isCaptured(stone);
        limitCount += search.isLimitReached() ? 1 : 0;
        return isCaptured;
    }

    /** Notes which of two moves begin a ladder; returns whether any does. */
    private boolean isCapturedFromEither(int first, int second, int stone, int koPoint) {
        PointSet winning = firstMoves(board.colorAt(stone));
        boolean isFirst = first != koPoint && isCapturedFrom(first, second, stone);
        boolean isSecond = second != koPoint && isCapturedFrom(second, first, stone);
        if (isFirst) {
            winning.add(first);
        }
        if (isSecond) {
            winning.add(second);
        }
        return isFirst || isSecond;
    }

    private boolean isCapturedFrom(int move, int other, int stone) {
        int attacker = Color.opponent(board.colorAt(stone));
        if (search.leavesRoom(move, other) || board.isSuicide(move, attacker)) {
            return false;
        }
        board.place(move, attacker);
        boolean isCaptured = isCapturedInAtari(stone);
        board.undo();
        return isCaptured;
    }

    private void addChain(int stone) {
        int walker = stone;
        do {
            captured.add(walker);
            walker = board.next(walker);
        } while (walker != stone);
    }
}
