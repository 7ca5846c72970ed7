package dev.tengen.solve;

import dev.tengen.base.InvalidValueException;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.budget.SearchBudget;
import dev.tengen.budget.SearchLimits;
import dev.tengen.game.Game;
import dev.tengen.game.HistoryCursor;
import dev.tengen.game.Outcome;
import dev.tengen.game.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Solves small boards: finds the result of perfect play under the rules of Tromp and Taylor, for any komi.
 *
 * <p>A solution is proven for the given game including its history, because superko depends on it. Proofs are stored in
 * a transposition table and reused for every other game on the same grid in which they hold. The table can be saved,
 * and a search that reached its limits can be continued later. Not thread-safe.
 *
 * <pre>{@code
 * Solver solver = new Solver(Grid.of(3, 2));
 * Solution solution = solver.solve(new Game(Setup.empty(Grid.of(3, 2)), Rules.TROMP_TAYLOR), SearchLimits.NONE);
 * System.out.println(solution.certainty() + " " + solution.proven()); // EXACT 0
 * }</pre>
 */
public final class Solver {
    /** The largest number of points of a grid. */
    public static final int MAX_POINT_COUNT = 12;

    /** The part of all colorings in which every chain has a liberty, on the larger grids. */
    private static final double LEGAL_PART = 0.61;

    /** The same in a single row of n points, where it is about ROW_LEGAL_PART * ROW_LEGAL_GROWTH^n. */
    private static final double ROW_LEGAL_PART = 0.694;

    private static final double ROW_LEGAL_GROWTH = 0.9231;

    /** The default memory limit of the table, in bytes. */
    public static final long DEFAULT_TABLE_BYTES = 1L << 28;

    private final PositionIndex positions;
    private final PredecessorGraph graph;
    private final TranspositionTable table;
    private final ProofSearch search;
    private final List<Optional<RetrogradeAnalysis>> freeGames;

    /**
     * Creates a solver with the default memory limit.
     *
     * @throws InvalidValueException if {@code grid} has more than {@link #MAX_POINT_COUNT} points
     */
    public Solver(Grid grid) {
        this(grid, DEFAULT_TABLE_BYTES);
    }

    /**
     * Creates a solver whose table takes about {@code maxTableBytes} at most.
     *
     * @throws InvalidValueException if {@code grid} has more than {@link #MAX_POINT_COUNT} points, or the limit is
     *     negative
     */
    public Solver(Grid grid, long maxTableBytes) {
        requireSize(grid);
        InvalidValueException.requireWithin("max_table_bytes", maxTableBytes, 0, Long.MAX_VALUE);
        positions = new PositionIndex(grid);
        graph = new PredecessorGraph(positions);
        table = new TranspositionTable(positions.stateCount(), maxTableBytes);
        search = new ProofSearch(positions, table);
        freeGames = new ArrayList<>();
        for (int threshold = -grid.pointCount(); threshold <= grid.pointCount() + 1; threshold++) {
            freeGames.add(Optional.empty());
        }
    }

    /**
     * Returns an estimate of the size in memory of a solver for {@code grid}, in bytes, whose table takes
     * {@code maxTableBytes}, when it has been asked about every komi.
     */
    public static long memoryBytes(Grid grid, long maxTableBytes) {
        int points = grid.pointCount();
        long colorings = 1;
        for (int point = 0; point < points; point++) {
            colorings *= 3;
        }
        boolean isRow = grid.width() == 1 || grid.height() == 1;
        double legalPart = isRow ? ROW_LEGAL_PART * Math.pow(ROW_LEGAL_GROWTH, points) : LEGAL_PART;
        long legal = Math.round(colorings * legalPart);
        long states = PositionIndex.STATES_PER_POSITION * legal;
        long index = 4 * colorings + 8L * points * legal + legal;
        long graphBytes = 8 * legal + 8L * points * legal / 3;
        long analyses = (2L * points + 2) * 2 * states;
        return index + graphBytes + analyses + 4 * states + maxTableBytes;
    }

    /** Returns the grid of the games that this solver accepts. */
    public Grid grid() {
        return positions.grid();
    }

    /**
     * Checks that the solver can handle {@code grid}.
     *
     * @throws InvalidValueException if {@code grid} has more than {@link #MAX_POINT_COUNT} points
     */
    public static void requireSize(Grid grid) {
        if (grid.pointCount() > MAX_POINT_COUNT) {
            throw InvalidValueException.because(
                    "size " + grid + " has " + grid.pointCount() + " points; the solver takes " + MAX_POINT_COUNT
                            + " at most",
                    "size",
                    grid,
                    "a size of at most " + MAX_POINT_COUNT + " points");
        }
    }

    /**
     * Checks that the solver can handle {@code rules}.
     *
     * @throws InvalidValueException if they are not the rules of Tromp and Taylor, with any komi
     */
    public static void requireRules(Rules rules) {
        if (!rules.withFriendlyPassOk(false).equals(Rules.TROMP_TAYLOR.withKomi(rules.komi()))) {
            throw InvalidValueException.because(
                    "rules " + rules + " are not those of Tromp and Taylor, the only ones that are solved",
                    "rules",
                    rules,
                    "the rules of Tromp and Taylor, with any komi");
        }
    }

    /**
     * Solves the current position as {@link #solve(Game, SearchLimits, Consumer)} does, without a progress listener.
     *
     * @throws InvalidValueException if the game has another grid or other rules
     * @throws IllegalStateException if the game is over
     */
    public Solution solve(Game game, SearchLimits limits) {
        return solve(game, limits, progress -> {});
    }

    /**
     * Returns the result of perfect play from the current position of {@code game}, and all moves that keep it, as far
     * as {@code limits} allow. An interrupt of the thread also stops the search.
     *
     * @param game the game, which is not changed
     * @param limits the limits of the whole search
     * @param progress called every few thousand states
     * @throws InvalidValueException if the game has another grid or other rules
     * @throws IllegalStateException if the game is over
     */
    public Solution solve(Game game, SearchLimits limits, Consumer<SolveProgress> progress) {
        requireSolvable(game);
        if (game.isOver()) {
            throw new IllegalStateException("the game is over");
        }
        Request request = new Request(game, limits, progress);
        request.narrow();
        List<Integer> best = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        for (int move = 0; move <= grid().pass(); move++) {
            if (game.legality(move).isLegal()) {
                int winnerAfter = request.proven.isExact() ? request.winnerAfter(move) : Color.EMPTY;
                if (winnerAfter == Color.EMPTY) {
                    open.add(move);
                } else if (winnerAfter == game.playerToMove()) {
                    best.add(move);
                }
            }
        }
        return new Solution(
                request.proven, request.free(), best, open, request.budget.nodes(), request.budget.deepest());
    }

    /**
     * Returns the proven bounds of the margin under perfect play, as {@link #solve} does, without examining the moves.
     * For a game that ended by passes, returns its margin.
     *
     * @throws InvalidValueException if the game has another grid or other rules
     * @throws IllegalStateException if the game was resigned
     */
    public Bounds margin(Game game, SearchLimits limits) {
        requireSolvable(game);
        Optional<Outcome> outcome = game.outcome();
        if (outcome.isPresent()) {
            if (outcome.get().ending() != Outcome.Ending.PASSES) {
                throw new IllegalStateException("the game was resigned");
            }
            return Bounds.exactly(positions.margin(coloring(game)));
        }
        Request request = new Request(game, limits, progress -> {});
        request.narrow();
        return request.proven;
    }

    private void requireSolvable(Game game) {
        if (game.grid() != grid()) {
            throw InvalidValueException.not("size", game.grid(), grid().toString());
        }
        requireRules(game.rules());
    }

    private int coloring(Game game) {
        return positions.number(game.board().points(Color.BLACK), game.board().points(Color.WHITE));
    }

    /** Returns the retrograde analysis at {@code threshold}, computed on first use. */
    private RetrogradeAnalysis freeGame(int threshold) {
        int index = threshold + grid().pointCount();
        return freeGames.get(index).orElseGet(() -> {
            RetrogradeAnalysis made = new RetrogradeAnalysis(graph, threshold);
            freeGames.set(index, Optional.of(made));
            return made;
        });
    }

    /** Returns the number of proofs in the table. */
    public int certificateCount() {
        return table.count();
    }

    /** Returns how many stored proofs of the right state did not hold in the game at hand. */
    long refusedCount() {
        return table.refusedCount();
    }

    /**
     * Writes the table in the format that {@link #load} reads. Does not close {@code out}.
     *
     * @throws IOException if writing fails
     */
    public void save(OutputStream out) throws IOException {
        new TranspositionTableCodec(grid(), positions).write(table, out);
    }

    /**
     * Adds the proofs of a table that {@link #save} wrote, on any machine. Proofs are trusted: a manipulated table
     * gives wrong results. Does not close {@code in}.
     *
     * @throws IOException if reading fails or the data is not a table of this grid; the table is then unchanged
     */
    public void load(InputStream in) throws IOException {
        new TranspositionTableCodec(grid(), positions).read(in, table);
    }

    /** The search of one position with its history, and the bounds proven so far. */
    private final class Request {
        private final int state;
        private final int[] past;
        private final SearchBudget budget;
        private Bounds proven;

        Request(Game game, SearchLimits limits, Consumer<SolveProgress> progress) {
            state = PositionIndex.state(coloring(game), game.playerToMove(), game.passCount() == 1);
            past = past(game);
            proven = new Bounds(-grid().pointCount(), grid().pointCount());
            budget = new SearchBudget(
                    limits,
                    now -> progress.accept(new SolveProgress(proven, now.nodes(), now.deepest(), table.count())));
        }

        private int[] past(Game game) {
            int[] stood = new int[game.moveNumber() + 1];
            HistoryCursor board = new HistoryCursor(game.grid());
            board.startAt(game);
            stood[game.moveNumber()] = positions.number(board.stones(Color.BLACK), board.stones(Color.WHITE));
            while (board.moveNumber() > 0) {
                board.stepBack(game);
                stood[board.moveNumber()] = positions.number(board.stones(Color.BLACK), board.stones(Color.WHITE));
            }
            return stood;
        }

        /** Returns the bounds that each player can force if repetitions are allowed. */
        Bounds free() {
            int most = grid().pointCount();
            int lower = greatest(-most, most, threshold -> freeGame(threshold).winner(state) == Color.BLACK);
            int upper = greatest(lower, most, threshold -> freeGame(threshold).winner(state) != Color.WHITE);
            return new Bounds(lower, upper);
        }

        /**
         * Returns the largest value that satisfies {@code test}. {@code min} must satisfy it, and no value after one
         * that fails.
         */
        private static int greatest(int min, int max, IntPredicate test) {
            int found = min;
            while (found < max && test.test(found + 1)) {
                found++;
            }
            return found;
        }

        /** Decides thresholds until the margin is proven or the budget is exhausted, those of the free game first. */
        void narrow() {
            Bounds free = free();
            decide(free.lower());
            decide(free.upper() + 1);
            while (!proven.isExact() && decide(Math.floorDiv(proven.lower() + proven.upper() + 1, 2))) {}
        }

        /**
         * Decides whether the margin is {@code threshold} or more, unless that is known. Returns whether it is decided.
         */
        private boolean decide(int threshold) {
            if (threshold <= proven.lower() || threshold > proven.upper()) {
                return true;
            }
            int winner = search.winner(state, past, threshold, freeGame(threshold), budget);
            if (winner == Color.BLACK) {
                proven = new Bounds(threshold, proven.upper());
            } else if (winner == Color.WHITE) {
                proven = new Bounds(proven.lower(), threshold - 1);
            }
            return winner != Color.EMPTY;
        }

        /**
         * Returns the winner after a legal {@code move}, at the threshold that the player to move can just reach. It is
         * that player if the move keeps the margin.
         */
        int winnerAfter(int move) {
            int mover = PositionIndex.color(state);
            int opponent = Color.opponent(mover);
            int position = PositionIndex.position(state);
            int threshold = mover == Color.BLACK ? proven.lower() : proven.lower() + 1;
            if (move == grid().pass()) {
                return PositionIndex.isAfterPass(state)
                        ? Certificate.ofEnd(positions.margin(position), threshold)
                                .winner()
                        : winner(PositionIndex.state(position, opponent, true), past, threshold);
            }
            int target = positions.after(position, mover, move);
            int[] longer =
                    IntStream.concat(IntStream.of(past), IntStream.of(target)).toArray();
            return winner(PositionIndex.state(target, opponent, false), longer, threshold);
        }

        private int winner(int from, int[] stood, int threshold) {
            return search.winner(from, stood, threshold, freeGame(threshold), budget);
        }
    }
}
