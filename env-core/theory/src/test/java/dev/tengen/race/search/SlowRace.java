package dev.tengen.race.search;

import dev.tengen.board.Board;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Suicide;
import dev.tengen.race.Race;
import dev.tengen.race.RaceResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * A brute-force search of a race: every line to its end on separate boards, with all earlier colorings, and without a
 * table. Only for the smallest races.
 */
final class SlowRace {
    private final Race race;
    private final Suicide suicide;
    private final Optional<RaceResult> resultOfRepetition;
    private final long maxNodes;
    private long nodes;
    private int repetitionCount;

    /**
     * Creates a search.
     *
     * @param resultOfRepetition the result of a race in which a coloring is repeated; empty if that is not allowed
     */
    SlowRace(Race race, Suicide suicide, Optional<RaceResult> resultOfRepetition, long maxNodes) {
        this.race = race;
        this.suicide = suicide;
        this.resultOfRepetition = resultOfRepetition;
        this.maxNodes = maxNodes;
    }

    /** Returns whether the search was stopped, so that its result is meaningless. */
    boolean isStopped() {
        return nodes > maxNodes;
    }

    /** Returns how many plays were found that would repeat a coloring. */
    int repetitionCount() {
        return repetitionCount;
    }

    /** Returns the result of the race. */
    RaceResult result(int first) {
        return result(value(start(), first, 0, -1, 1), first);
    }

    /** Returns the first moves with which the player to move gets {@link #result}. */
    List<Integer> optimalMoves(int first) {
        long[] start = start();
        int best = value(start, first, 0, -1, 1);
        List<Integer> moves = new ArrayList<>();
        for (int move = 0; move <= race.board().grid().pass(); move++) {
            Optional<Integer> value = valueOf(move, start, first, 0, -1, 1);
            if (value.isPresent() && value.get() == best) {
                moves.add(move);
            }
        }
        return moves;
    }

    private long[] start() {
        return new long[] {coloring(race.board())};
    }

    private static RaceResult result(int value, int color) {
        return value == 0 ? RaceResult.SEKI : RaceResult.captureBy(value > 0 ? color : Color.opponent(color));
    }

    /**
     * Returns 1, 0 or -1 for the player to move, or a bound if the value is not between {@code alpha} and {@code beta}.
     */
    private int value(long[] past, int mover, int passCount, int alpha, int beta) {
        nodes++;
        int best = -1;
        for (int move = race.board().grid().pass(); move >= 0 && best < beta && !isStopped(); move--) {
            Optional<Integer> value = valueOf(move, past, mover, passCount, Math.max(alpha, best), beta);
            best = Math.max(best, value.orElse(-1));
        }
        return best;
    }

    /** Returns the value of a move for its player; empty if it is not legal. */
    private Optional<Integer> valueOf(int move, long[] past, int mover, int passCount, int alpha, int beta) {
        int enemy = Color.opponent(mover);
        if (move == race.board().grid().pass()) {
            return Optional.of(passCount == 1 ? 0 : -value(past, enemy, 1, -beta, -alpha));
        }
        long now = past[past.length - 1];
        if (((now >>> (2 * move)) & 3) != Color.EMPTY || race.unplayable().contains(move)) {
            return Optional.empty();
        }
        Board board = board(now);
        board.place(move, mover);
        boolean isSuicide = board.colorAt(move) == Color.EMPTY;
        if (isSuicide && suicide == Suicide.FORBIDDEN) {
            return Optional.empty();
        }
        if (isCaptured(board, enemy)) {
            return Optional.of(1);
        }
        if (isCaptured(board, mover)) {
            return Optional.of(-1);
        }
        long target = coloring(board);
        if (LongStream.of(past).anyMatch(stood -> stood == target)) {
            repetitionCount += isSuicide ? 0 : 1;
            boolean isNoMove = isSuicide && board.removedCount() == 1;
            return isNoMove ? Optional.empty() : resultOfRepetition.map(result -> result.valueFor(mover));
        }
        long[] longer = Arrays.copyOf(past, past.length + 1);
        longer[past.length] = target;
        return Optional.of(-value(longer, enemy, 0, -beta, -alpha));
    }

    private boolean isCaptured(Board board, int color) {
        return board.colorAt(race.essential(color).first()) == Color.EMPTY;
    }

    /** Returns the stones of a board of at most 32 points, two bits for each. */
    private static long coloring(Board board) {
        long coloring = 0;
        for (int point = 0; point < board.grid().pointCount(); point++) {
            coloring |= (long) board.colorAt(point) << (2 * point);
        }
        return coloring;
    }

    private Board board(long coloring) {
        Grid grid = race.board().grid();
        PointSet black = new PointSet(grid);
        PointSet white = new PointSet(grid);
        for (int point = 0; point < grid.pointCount(); point++) {
            int color = (int) (coloring >>> (2 * point)) & 3;
            if (color != Color.EMPTY) {
                (color == Color.BLACK ? black : white).add(point);
            }
        }
        Board board = new Board(grid, race.board().zobrist());
        board.setUp(black, white);
        return board;
    }
}
