package dev.tengen.solve;

import dev.tengen.analysis.SearchBudget;
import dev.tengen.analysis.SearchLimits;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.InvalidValueException;
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
 * Finds what perfect play comes to on a small board under the rules of Tromp and Taylor, whatever the komi.
 *
 * <p>An answer is proven for the game at hand with all its past, since superko looks back at it. What is learned on the way
 * is kept in a table and serves any other game on the same grid where it holds; it can be saved, and a search that limits
 * have stopped goes on from there. Not thread-safe.
 *
 * <pre>{@code
 * Solver solver = new Solver(Grid.of(3, 2));
 * Solution solution = solver.solve(new Game(Setup.empty(Grid.of(3, 2)), Rules.TROMP_TAYLOR), SearchLimits.NONE);
 * System.out.println(solution.certainty() + " " + solution.proven()); // EXACT 0
 * }</pre>
 */
public final class Solver {
    /** The greatest count of points of a grid. */
    public static final int MAX_POINT_COUNT = 12;

    /** How much memory the table takes unless something else is said, in bytes. */
    public static final long DEFAULT_TABLE_BYTES = 1L << 28;

    private final PositionIndex positions;
    private final PredecessorGraph graph;
    private final TranspositionTable table;
    private final ProofSearch search;
    private final List<Optional<RetrogradeAnalysis>> freeGames;

    /** Makes a solver. Throws {@link InvalidValueException} where {@code grid} has more than {@link #MAX_POINT_COUNT} points. */
    public Solver(Grid grid) {
        this(grid, DEFAULT_TABLE_BYTES);
    }

    /** Makes a solver whose table takes {@code maxTableBytes} at most, or nearly so. Throws as the other constructor does. */
    public Solver(Grid grid, long maxTableBytes) {
        requireSize(grid);
        if (maxTableBytes < 0) {
            throw InvalidValueException.outside("max_table_bytes", maxTableBytes, 0, Long.MAX_VALUE);
        }
        positions = new PositionIndex(grid);
        graph = new PredecessorGraph(positions);
        table = new TranspositionTable(positions.stateCount(), maxTableBytes);
        search = new ProofSearch(positions, table);
        freeGames = new ArrayList<>();
        for (int threshold = -grid.pointCount(); threshold <= grid.pointCount() + 1; threshold++) {
            freeGames.add(Optional.empty());
        }
    }

    /** Returns the grid of the games it solves. */
    public Grid grid() {
        return positions.grid();
    }

    /** Throws {@link InvalidValueException} where {@code grid} has more than {@link #MAX_POINT_COUNT} points. */
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

    /** Throws {@link InvalidValueException} where {@code rules} are not those of Tromp and Taylor with some komi. */
    public static void requireRules(Rules rules) {
        if (!rules.withFriendlyPassOk(false).equals(Rules.TROMP_TAYLOR.withKomi(rules.komi()))) {
            throw InvalidValueException.because(
                    "rules " + rules + " are not those of Tromp and Taylor, the only ones that are solved",
                    "rules",
                    rules,
                    "the rules of Tromp and Taylor, with any komi");
        }
    }

    /** Does what the other method does and tells nobody on the way. */
    public Solution solve(Game game, SearchLimits limits) {
        return solve(game, limits, progress -> {});
    }

    /**
     * Returns what perfect play comes to from {@code game} as it stands, and all moves that keep it, as far as {@code limits}
     * allow; an interrupt of the thread stops it, too. {@code progress} is told every few thousand states. Throws {@link
     * InvalidValueException} where the game has another grid or other rules, and {@link IllegalStateException} where it is over.
     */
    public Solution solve(Game game, SearchLimits limits, Consumer<SolveProgress> progress) {
        requireSolvable(game);
        if (game.isOver()) {
            throw new IllegalStateException("the game is over");
        }
        Question question = new Question(game, limits, progress);
        question.narrow();
        List<Integer> best = new ArrayList<>();
        List<Integer> open = new ArrayList<>();
        for (int move = 0; move <= grid().pass(); move++) {
            if (game.legality(move).isLegal()) {
                int keeper = question.proven.isExact() ? question.keeper(move) : Color.EMPTY;
                if (keeper == Color.EMPTY) {
                    open.add(move);
                } else if (keeper == game.playerToMove()) {
                    best.add(move);
                }
            }
        }
        return new Solution(
                question.proven, question.free(), best, open, question.budget.nodes(), question.budget.deepest());
    }

    /**
     * Returns what is proven of the margin that perfect play comes to, as {@link #solve} does, without a look at the moves; the
     * margin of a game that has ended by passes. Throws likewise, and where a game was resigned.
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
        Question question = new Question(game, limits, progress -> {});
        question.narrow();
        return question.proven;
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

    /** Returns the free game at {@code threshold}, which is worked out when it is first asked for. */
    private RetrogradeAnalysis freeGame(int threshold) {
        int index = threshold + grid().pointCount();
        return freeGames.get(index).orElseGet(() -> {
            RetrogradeAnalysis made = new RetrogradeAnalysis(graph, threshold);
            freeGames.set(index, Optional.of(made));
            return made;
        });
    }

    /** Returns how many proofs the table holds. */
    public int certificateCount() {
        return table.count();
    }

    /** Returns how often a proof of the right state was left aside because it belongs to other games. */
    long refusedCount() {
        return table.refusedCount();
    }

    /** Writes the table, for {@link #load}; does not close {@code out}. */
    public void save(OutputStream out) throws IOException {
        new TranspositionTableCodec(grid(), positions).write(table, out);
    }

    /**
     * Adds what {@link #save} wrote, on any machine. Throws {@link IOException} where that is not the table of this grid; the table
     * is as it was, then. A table is believed: one that was tampered with gives wrong answers. Does not close {@code in}.
     */
    public void load(InputStream in) throws IOException {
        new TranspositionTableCodec(grid(), positions).read(in, table);
    }

    /** One position with its past, and what is known of it. */
    private final class Question {
        private final int state;
        private final int[] past;
        private final SearchBudget budget;
        private Bounds proven;

        Question(Game game, SearchLimits limits, Consumer<SolveProgress> progress) {
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

        /** Returns the greatest number for which {@code test} holds, as it does for {@code min} and for none after one that fails. */
        private static int greatest(int min, int max, IntPredicate test) {
            int found = min;
            while (found < max && test.test(found + 1)) {
                found++;
            }
            return found;
        }

        /** Asks one question after the other until the margin is proven or the budget used up, those of the free game first. */
        void narrow() {
            Bounds free = free();
            ask(free.lower());
            ask(free.upper() + 1);
            while (!proven.isExact() && ask(Math.floorDiv(proven.lower() + proven.upper() + 1, 2))) {}
        }

        /** Asks whether the margin is {@code threshold} or more, unless that is known; returns whether there is an answer. */
        private boolean ask(int threshold) {
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
         * Returns who wins after a legal {@code move} at the threshold that the proven margin just reaches for the player to
         * move: that player, where the move keeps the margin.
         */
        int keeper(int move) {
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
