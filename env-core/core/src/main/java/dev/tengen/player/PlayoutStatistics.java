package dev.tengen.player;

import dev.tengen.board.Color;
import dev.tengen.board.Grid;
import dev.tengen.game.Game;
import dev.tengen.game.Score;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** What the playouts of a search say about the score and the owner of each point. Not thread-safe. */
final class PlayoutStatistics implements PlayoutObserver {
    private static final int INITIAL_CAPACITY = 128;

    private final Grid grid;
    private final UctTree tree;

    /** For each node, the sum of the margins of its playouts and of their squares, for Black. */
    private double[] margins = new double[INITIAL_CAPACITY];

    private double[] squares = new double[INITIAL_CAPACITY];

    /** For each point, the number of playouts that Black owned it minus those that White did. */
    private final int[] owners;

    /** The same for the playouts of each child of the root. */
    private final Map<Integer, int[]> ownersByChild = new HashMap<>();

    PlayoutStatistics(Grid grid, UctTree tree) {
        this.grid = grid;
        this.tree = tree;
        owners = new int[grid.pointCount()];
    }

    @Override
    public void onPlayout(int node, double margin, Playout playout) {
        int[] ofChild = add(node, margin);
        for (int point = 0; point < owners.length; point++) {
            int owner = playout.owner(point);
            owners[point] += owner;
            ofChild[point] += owner;
        }
    }

    @Override
    public void onEnd(int node, Game game) {
        Score score = game.score();
        int[] ofChild = add(node, score.margin());
        for (int point = 0; point < owners.length; point++) {
            int color = score.owner(point);
            int owner = color == Color.EMPTY ? 0 : color == Color.BLACK ? 1 : -1;
            owners[point] += owner;
            ofChild[point] += owner;
        }
    }

    /** Adds a margin to a node and those above it. Returns the owners for the move at the root. */
    private int[] add(int node, double margin) {
        if (tree.nodeCount() > margins.length) {
            int capacity = Math.max(2 * margins.length, tree.nodeCount());
            margins = Arrays.copyOf(margins, capacity);
            squares = Arrays.copyOf(squares, capacity);
        }
        int child = node;
        for (int above = node; above != UctTree.NONE; above = tree.parent(above)) {
            margins[above] += margin;
            squares[above] += margin * margin;
            child = above == UctTree.ROOT ? child : above;
        }
        return ownersByChild.computeIfAbsent(child, key -> new int[grid.pointCount()]);
    }

    /** Returns the mean margin of the playouts of {@code node} for Black. */
    double meanMargin(int node) {
        return margins[node] / tree.visits(node);
    }

    /** Returns the standard deviation of the margins of the playouts of {@code node}. */
    double deviation(int node) {
        double mean = meanMargin(node);
        return Math.sqrt(Math.max(0, squares[node] / tree.visits(node) - mean * mean));
    }

    /** Returns the mean owner of each point in the playouts of the root: from -1 for White to 1 for Black. */
    double[] owners() {
        return means(owners, tree.visits(UctTree.ROOT));
    }

    /** Returns the mean owner of each point in the playouts of {@code child} of the root. */
    double[] owners(int child) {
        return means(ownersByChild.getOrDefault(child, new int[owners.length]), tree.visits(child));
    }

    private static double[] means(int[] sums, int count) {
        double[] means = new double[sums.length];
        for (int point = 0; point < sums.length; point++) {
            means[point] = (double) sums[point] / count;
        }
        return means;
    }
}
