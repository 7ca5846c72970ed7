package dev.tengen.race;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.PointSet;

/**
 * A capturing race (semeai): two chains of opposite colors, the essential chains, one of which must be captured for the
 * other to live.
 *
 * <p>Some empty points can be declared unplayable, such as eyes of safe chains: neither player moves there. Immutable;
 * callers must not change the returned objects.
 */
public final class Race {
    private final Board board;
    private final PointSet unplayable;
    private final PointSet black;
    private final PointSet white;

    /**
     * Creates a race on a board.
     *
     * @param board the stones, copied; every chain must have a liberty
     * @param unplayable empty points at which neither player moves, copied
     * @param blackPoint a point of Black's essential chain
     * @param whitePoint a point of White's essential chain
     * @throws InvalidValueException if a point is outside the board or holds no stone of that color, its chain has no
     *     liberty, or an unplayable point is not empty
     */
    public Race(Board board, PointSet unplayable, int blackPoint, int whitePoint) {
        this.board = board.copy();
        this.unplayable = unplayable.copy();
        PointSet taken = unplayable.difference(board.points(Color.EMPTY));
        if (!taken.isEmpty()) {
            throw InvalidValueException.not("unplayable", board.grid().name(taken.first()), "an empty point");
        }
        black = chain("black_essential", blackPoint, Color.BLACK);
        white = chain("white_essential", whitePoint, Color.WHITE);
    }

    private PointSet chain(String field, int point, int color) {
        InvalidValueException.requireWithin(field, point, 0, board.grid().pointCount() - 1);
        if (board.colorAt(point) != color) {
            String stone = color == Color.BLACK ? "a black stone" : "a white stone";
            throw InvalidValueException.not(field, board.grid().name(point), stone);
        }
        PointSet chain = new PointSet(board.grid());
        board.addChain(point, chain);
        if (!chain.neighbors().intersects(board.points(Color.EMPTY))) {
            throw InvalidValueException.not(field, board.grid().name(point), "a stone of a chain with a liberty");
        }
        return chain;
    }

    /** Returns the stones. */
    public Board board() {
        return board;
    }

    /** Returns the empty points at which neither player moves. */
    public PointSet unplayable() {
        return unplayable;
    }

    /** Returns the stones of chains that can never be captured, because they have a liberty at an unplayable point. */
    public PointSet immune() {
        return immune(board, unplayable);
    }

    /** Returns the stones of {@code board} in chains with a liberty in {@code unplayable}. */
    public static PointSet immune(Board board, PointSet unplayable) {
        PointSet immune = new PointSet(board.grid());
        for (int color = Color.BLACK; color <= Color.WHITE; color++) {
            PointSet stones = unplayable.neighbors().intersection(board.points(color));
            stones.floodWithin(board.points(color));
            immune.addAll(stones);
        }
        return immune;
    }

    /** Returns the stones of the essential chain of {@code color}. */
    public PointSet essential(int color) {
        return color == Color.BLACK ? black : white;
    }
}
