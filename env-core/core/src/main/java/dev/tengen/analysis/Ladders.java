package dev.tengen.analysis;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.board.ReadingBoard;

/**
 * Finds the chains of a position that can be captured in a ladder, and the first moves that do it.
 *
 * <p>A chain with two liberties is captured if the attacker, moving first, can capture it by ataris alone. A chain with
 * one liberty is captured if its owner, moving first, cannot escape. Other chains are not read. The color to move makes
 * no difference. The page {@code docs/reference/analysis.md} defines what counts as an escape.
 *
 * <p>Reusable: call {@link #read} for each position. Only the constructor allocates, and lists that grow when they
 * must. Not thread-safe.
 */
public final class Ladders {
    /**
     * The maximum number of plays of one search, from 1. A search that reaches it stops, and its chain counts as
     * escaped.
     */
    public static final int PLAY_LIMIT = 25_000;

    /** The value of a ko point if there is no ko. */
    public static final int NO_KO = ReadingBoard.NOWHERE;

    private final ReadingBoard board;
    private final LadderSearch search;
    private final PointSet captured;
    private final PointSet blackFirstMoves;
    private final PointSet whiteFirstMoves;
    private final short[] liberties = new short[3];
    private int limitCount;

    /** Creates a ladder reader for positions on {@code grid}. No chain is captured until {@link #read}. */
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
     * Reads the position of the given stones, in which every chain must have a liberty. No ladder starts at
     * {@code koPoint}, the point that simple ko forbids to either color, or {@link #NO_KO}.
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

    /** Returns the stones of either color that can be captured. The set is a live view; the next reading changes it. */
    public PointSet captured() {
        return captured;
    }

    /**
     * Returns the moves that start a ladder against a chain of {@code color} with two liberties. The set is a live
     * view; the next reading changes it.
     *
     * @throws IllegalArgumentException if {@code color} is not {@link Color#BLACK} or {@link Color#WHITE}
     */
    public PointSet firstMoves(int color) {
        return Color.requirePlayer(color) == Color.BLACK ? blackFirstMoves : whiteFirstMoves;
    }

    /** Returns how many searches of the last reading stopped at the limit. */
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

    /** Records which of two moves start a ladder, and returns whether at least one does. */
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
