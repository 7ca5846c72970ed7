package dev.tengen.player;

import dev.tengen.base.CooperativeThread;
import dev.tengen.base.SplitMix64;
import dev.tengen.board.Color;
import dev.tengen.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * The search of the Monte-Carlo player, run one playout at a time, with what it knows about each move. Not thread-safe.
 *
 * <p>After N playouts, visits and values are those of a player with N playouts and the same random numbers, and
 * {@link #bestMove} is its move (unless the player passes without a search). Besides these, an analysis keeps the score
 * and the owner of each point in its playouts.
 *
 * <pre>{@code
 * MonteCarloAnalysis analysis = new MonteCarloAnalysis(game, new SplitMix64(1));
 * for (int playout = 0; playout < 1000; playout++) {
 *     analysis.addPlayout();
 * }
 * AnalyzedMove best = analysis.moves(0).get(0);
 * }</pre>
 */
public final class MonteCarloAnalysis {
    private final Game game;
    private final int color;
    private final UctTree tree = new UctTree();
    private final PlayoutStatistics statistics;
    private final UctSearch search;
    private final int[] rootMoves;

    /** Creates an analysis of the present position of {@code position}, which must not be over. */
    public MonteCarloAnalysis(Game position, SplitMix64 random) {
        this(position, random, MoveFilter.NONE);
    }

    /**
     * Creates an analysis of the present position of {@code position}, which must not be over. It copies the game.
     *
     * @param filter the moves that it may try
     */
    public MonteCarloAnalysis(Game position, SplitMix64 random, MoveFilter filter) {
        game = position.copy();
        color = game.playerToMove();
        statistics = new PlayoutStatistics(game.grid(), tree);
        search = new UctSearch(game, tree, random, filter, statistics);
        search.clear();
        rootMoves = search.rootMoves();
    }

    /** Returns whether there is a point to try, besides the pass. */
    boolean hasPoints() {
        return rootMoves.length > 0 && rootMoves[0] != game.grid().pass();
    }

    /**
     * Runs one playout. The tree grows by at most one node of about 50 bytes.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public void addPlayout() {
        CooperativeThread.offerTurn();
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted after " + visits() + " playouts");
        }
        search.runIteration();
    }

    /** Returns the position. Callers must not change it. */
    public Game game() {
        return game;
    }

    /** Returns the number of playouts. */
    public int visits() {
        return tree.visits(UctTree.ROOT);
    }

    /** Returns the most visited move, ties broken by its value. There must have been a playout. */
    public int bestMove() {
        return tree.move(tree.mostVisitedChild(UctTree.ROOT));
    }

    /**
     * Returns the moves that the search may try at the root: legal points that do not fill an own eye, then the pass.
     * It tries them in random order, so before the first playout all have the same chance.
     */
    public int[] candidates() {
        return rootMoves.clone();
    }

    /** Returns the mean value of all playouts for the player to move, from 0 to 1. There must have been a playout. */
    public double winrate() {
        return 1 - tree.meanValue(UctTree.ROOT);
    }

    /** Returns the mean margin of all playouts for the player to move, in points. There must have been a playout. */
    public double scoreLead() {
        return ofMover(statistics.meanMargin(UctTree.ROOT));
    }

    /** Returns the standard deviation of the margin of one playout, in points. There must have been a playout. */
    public double scoreStdev() {
        return statistics.deviation(UctTree.ROOT);
    }

    /** Returns the mean owner of each point in all playouts: 1 for the player to move, -1 for the other. */
    public double[] ownership() {
        return ofMover(statistics.owners());
    }

    /**
     * Returns the mean owner of each point in the playouts that began with {@code move}: 1 for the player to move, -1
     * for the other.
     *
     * @throws IllegalArgumentException if the move was not tried
     */
    public double[] ownership(int move) {
        for (int child = tree.firstChild(UctTree.ROOT); child != UctTree.NONE; child = tree.nextSibling(child)) {
            if (tree.move(child) == move) {
                return ofMover(statistics.owners(child));
            }
        }
        throw new IllegalArgumentException(game.grid().name(move) + " was not tried");
    }

    private double[] ofMover(double[] ofBlack) {
        for (int point = 0; point < ofBlack.length; point++) {
            ofBlack[point] = ofMover(ofBlack[point]);
        }
        return ofBlack;
    }

    private double ofMover(double ofBlack) {
        // Zero minus the value, so that zero has no sign.
        return color == Color.BLACK ? ofBlack : 0 - ofBlack;
    }

    /**
     * Returns the tried moves, best first. There must have been a playout.
     *
     * @param minCount if fewer moves were tried, moves that were not tried follow, up to this number
     */
    public List<AnalyzedMove> moves(int minCount) {
        List<Integer> children = new ArrayList<>();
        for (int child = tree.firstChild(UctTree.ROOT); child != UctTree.NONE; child = tree.nextSibling(child)) {
            children.add(child);
        }
        children.sort(tree::compareChildren);
        List<AnalyzedMove> moves = new ArrayList<>();
        for (int child : children) {
            moves.add(move(moves.size(), child));
        }
        addUntried(moves, children, minCount);
        return moves;
    }

    private AnalyzedMove move(int order, int child) {
        List<Integer> variation = new ArrayList<>();
        List<Integer> visits = new ArrayList<>();
        int node = child;
        while (node != UctTree.NONE) {
            variation.add(tree.move(node));
            visits.add(tree.visits(node));
            node = tree.firstChild(node) == UctTree.NONE ? UctTree.NONE : tree.mostVisitedChild(node);
        }
        return new AnalyzedMove(
                order,
                tree.move(child),
                tree.visits(child),
                tree.meanValue(child),
                ofMover(statistics.meanMargin(child)),
                statistics.deviation(child),
                variation,
                visits);
    }

    private void addUntried(List<AnalyzedMove> moves, List<Integer> children, int minCount) {
        for (int index = 0; index < rootMoves.length && moves.size() < minCount; index++) {
            int move = rootMoves[index];
            if (children.stream().noneMatch(child -> tree.move(child) == move)) {
                moves.add(new AnalyzedMove(
                        moves.size(), move, 0, winrate(), scoreLead(), scoreStdev(), List.of(move), List.of(0)));
            }
        }
    }
}
