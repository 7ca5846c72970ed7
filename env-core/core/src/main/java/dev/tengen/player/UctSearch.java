package dev.tengen.player;

import dev.tengen.analysis.Eyes;
import dev.tengen.base.CooperativeThread;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.board.PointSet;
import dev.tengen.game.Game;
import dev.tengen.game.Rules;
import dev.tengen.game.Scoring;
import java.util.concurrent.CancellationException;

/** Finds the best move of one position by Monte-Carlo tree search (MCTS) with UCT. Not thread-safe. */
final class UctSearch {
    /*
     * UCT: upper confidence bounds applied to trees (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006;
     * Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006). Each iteration selects a
     * path down the tree by UCB1, expands one node, evaluates it by one playout, and backpropagates the value along the
     * path.
     *
     * In the tree the rules are exact: moves are played and undone in a game with its complete history, so superko,
     * suicide and every way to end are exact, and a finished game has its real result. Only moves into own eyes are
     * excluded. Below the new node the playout is an approximation, see Playout and margin().
     *
     * Each move gets a new tree. Reusing a part of the last tree would save some playouts. But then a move would depend
     * on earlier calls and not only on the game and the seed, and a restored episode would continue differently.
     */

    /** The exploration constant of UCB1, measured like the next two constants; see docs/design/decisions/players.md. */
    private static final double EXPLORATION = 0.3;

    /** First-play urgency: the UCB value assumed for an untried move. 1 is the mean of a move that won every time. */
    private static final double FIRST_PLAY_URGENCY = 1;

    /** The weight of the margin in a playout's value, so that the player plays well in won and lost positions too. */
    private static final double MARGIN_WEIGHT = 0.05;

    private final Game game;
    private final Grid grid;
    private final UctTree tree;
    private final SplitMix64 random;
    private final Playout playout;
    private final PointSet candidates;
    private final boolean isTerritory;
    private final double compensation;
    private final MoveFilter filter;
    private final PlayoutObserver observer;

    /** Creates a search from the present position of {@code game}. The search plays and undoes moves in that game. */
    UctSearch(Game game, UctTree tree, SplitMix64 random) {
        this(game, tree, random, MoveFilter.NONE, PlayoutObserver.NONE);
    }

    /**
     * Creates a search from the present position of {@code game}. The search plays and undoes moves in that game.
     *
     * @param filter the moves that the search may try
     * @param observer receives the end of each iteration
     */
    UctSearch(Game game, UctTree tree, SplitMix64 random, MoveFilter filter, PlayoutObserver observer) {
        this.game = game;
        this.tree = tree;
        this.random = random;
        this.filter = filter;
        this.observer = observer;
        grid = game.grid();
        playout = new Playout(game.board());
        candidates = new PointSet(grid);
        Rules rules = game.rules();
        isTerritory = rules.scoring() == Scoring.TERRITORY;
        compensation = rules.komi() + rules.handicapBonus().points(game.setup().handicap());
    }

    /** Returns whether there is a legal point that does not fill an own eye. */
    boolean hasCandidates() {
        findCandidates();
        return !candidates.isEmpty();
    }

    /** Returns the moves that may be tried at the root: legal points that do not fill an own eye, and the pass. */
    int[] rootMoves() {
        boolean isPass = findCandidates(0);
        int[] moves = new int[candidates.size() + (isPass ? 1 : 0)];
        int count = 0;
        for (int point = candidates.first(); point >= 0; point = candidates.next(point)) {
            moves[count++] = point;
        }
        if (isPass) {
            moves[count] = grid.pass();
        }
        return moves;
    }

    /**
     * Returns the most visited move after {@code playoutCount} iterations.
     *
     * @throws CancellationException if the thread is interrupted
     */
    int bestMove(int playoutCount) {
        clear();
        for (int iteration = 0; iteration < playoutCount; iteration++) {
            CooperativeThread.offerTurn();
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("interrupted after " + iteration + " of " + playoutCount + " playouts");
            }
            runIteration();
        }
        return tree.move(tree.mostVisitedChild(UctTree.ROOT));
    }

    /** Prepares the tree for {@link #runIteration}. */
    void clear() {
        tree.clear();
    }

    /** Runs one iteration. */
    void runIteration() {
        int node = UctTree.ROOT;
        int depth = 0;
        do {
            node = selectChild(node, depth);
            game.playLegal(tree.move(node));
            depth++;
        } while (tree.isVisited(node) && !game.isOver());
        int mover = Color.opponent(game.playerToMove());
        double value;
        if (game.isOver()) {
            value = endValue(mover);
            observer.onEnd(node, game);
        } else {
            value = playoutValue(node, mover);
        }
        tree.backpropagate(node, value);
        for (int i = 0; i < depth; i++) {
            game.undo();
        }
    }

    private int selectChild(int node, int depth) {
        if (!tree.isExpanded(node)) {
            boolean isPass = findCandidates(depth);
            tree.expand(node, candidates.size() + (isPass ? 1 : 0));
        }
        if (!tree.hasUntried(node)) {
            return tree.bestUcbChild(node, EXPLORATION, 0);
        }
        int child = tree.bestUcbChild(node, EXPLORATION, FIRST_PLAY_URGENCY);
        return child == UctTree.NONE ? tree.addChild(node, untriedMove(node, depth)) : child;
    }

    private void findCandidates() {
        game.legalPoints(candidates);
        Eyes.removeEyes(game.board(), game.playerToMove(), candidates);
    }

    /**
     * Finds the points that the filter admits at {@code depth}, and returns whether the pass is a candidate, too. If
     * the filter admits no move at all, the pass is the only candidate.
     */
    private boolean findCandidates(int depth) {
        findCandidates();
        return filter.isEmpty() || filter.restrict(candidates, game.playerToMove(), depth);
    }

    /** Returns an untried move of the expanded {@code node}. The pass is tried last, or first in reply to a pass. */
    private int untriedMove(int node, int depth) {
        boolean isPass = findCandidates(depth);
        if (isPass && game.passCount() > 0 && tree.firstChild(node) == UctTree.NONE) {
            return grid.pass();
        }
        for (int child = tree.firstChild(node); child != UctTree.NONE; child = tree.nextSibling(child)) {
            if (tree.move(child) != grid.pass()) {
                candidates.remove(tree.move(child));
            }
        }
        int count = candidates.size();
        return count == 0 ? grid.pass() : candidates.nth(random.nextInt(count));
    }

    /** Returns the value of the finished game for {@code color}, from 0 to 1. */
    private double endValue(int color) {
        int winner = game.outcome().orElseThrow().winner();
        if (winner == Color.EMPTY) {
            return 0.5;
        }
        return winner == color ? 1 : 0;
    }

    /** Returns the value of a playout from {@code node} for {@code color}, from 0 to 1. */
    private double playoutValue(int node, int color) {
        int area = playout.run(game.board(), tree.move(node), game.playerToMove(), random);
        double margin = margin(area);
        observer.onPlayout(node, margin, playout);
        double own = color == Color.BLACK ? margin : -margin;
        double share = Math.max(-1, Math.min(1, own / grid.pointCount()));
        return 0.5 + 0.5 * ((1 - MARGIN_WEIGHT) * Math.signum(own) + MARGIN_WEIGHT * share);
    }

    /**
     * Returns Black's points minus White's after a playout with area margin {@code area}.
     *
     * <p>Under territory scoring a stone costs the point it is on, so the result is the area margin minus the number of
     * stones that Black has played more than White. Stones of the playout do not count, because it fills points that
     * players would leave empty. A tax does not count either.
     */
    private double margin(int area) {
        int surplus = isTerritory ? playedCount(Color.BLACK) - playedCount(Color.WHITE) : 0;
        return area - surplus - compensation;
    }

    /** Returns the number of stones of {@code color} that have ever been on the board. */
    private int playedCount(int color) {
        return game.board().stoneCount(color) + game.takenCount(color);
    }
}
