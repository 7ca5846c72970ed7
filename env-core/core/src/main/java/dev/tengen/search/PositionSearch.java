package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.MemoryModel;
import dev.tengen.env.EnvironmentSpec;
import dev.tengen.game.Game;
import dev.tengen.game.Legality;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A search of one position, for analysis and play. It does not explore: there is no noise, and the best moves come
 * first.
 *
 * <pre>{@code
 * PositionSearch search = new PositionSearch(spec, SearchSettings.PUCT, game, 0);
 * search.deepen(800);
 * while (!search.isComplete()) {
 *     int count = search.select(rows, 0);
 *     search.expand(network.evaluate(rows, count), 0);
 * }
 * search.advance(search.moves().get(0).action());
 * }</pre>
 *
 * <p>Values are from -1 to 1 for the player to move at the root. Not thread-safe.
 */
public final class PositionSearch {
    private static final int MOST_SIMULATIONS = 100_000_000;

    private final PositionSearchFactory factory;
    private final SearchTree tree;

    /**
     * Creates a search of the position of {@code game}, which is copied with its history. Many searches of positions on
     * one board take less memory from a {@link PositionSearchFactory}.
     *
     * @param spec the rules, the move limit, and the encodings of observations
     * @param seed the seed of symmetries
     * @throws InvalidValueException if the game has another board or other rules than the spec, or the spec has a task
     *     or an opponent
     */
    public PositionSearch(EnvironmentSpec spec, SearchSettings settings, Game game, long seed) {
        this(new PositionSearchFactory(spec, settings), spec, game, seed);
    }

    /** Creates the search of a position with the board and the settings of {@code factory}. */
    PositionSearch(PositionSearchFactory factory, EnvironmentSpec spec, Game game, long seed) {
        SelfPlay.requireSearchable(spec);
        if (game.grid() != spec.grid() || !game.rules().equals(spec.rules())) {
            throw InvalidValueException.not(
                    "game",
                    "on " + game.grid() + " under " + game.rules(),
                    "one on " + spec.grid() + " under " + spec.rules());
        }
        this.factory = factory;
        tree = new SearchTree(spec, factory.settings(), factory.puct(), game.copy(), 0, seed);
        withTools(tools -> {
            tree.takeUp(tools); // The copy needs no referee of its own.
            return tools;
        });
    }

    /** Runs {@code work} with tools that this thread has alone. */
    private <T> T withTools(Function<SearchTools, T> work) {
        SearchTools tools = factory.toolPool().take();
        try {
            return work.apply(tools);
        } finally {
            factory.toolPool().give(tools);
        }
    }

    /** Returns the layout of rows. */
    public LeafLayout layout() {
        return factory.layout();
    }

    /** Returns the game at the root. Callers must not modify it, or ask it for legal moves. */
    public Game game() {
        return tree.game();
    }

    /** Returns whether the game is over, so that there is nothing to search. */
    public boolean isOver() {
        return tree.isOver();
    }

    /**
     * Returns the result of a game that is over, for the player to move: 1 for a win, -1 for a loss, 0 if nobody has
     * won.
     *
     * @throws IllegalStateException if the game is not over
     */
    public float result() {
        if (!isOver()) {
            throw new IllegalStateException("the game is not over");
        }
        return tree.result(tree.game());
    }

    /** Returns the number of leaves that await their evaluations. */
    public int leafCount() {
        return tree.leafCount();
    }

    /** Returns whether the position itself has been evaluated. */
    public boolean isEvaluated() {
        return tree.root() != NodeArena.NONE;
    }

    /** Returns the number of simulations of the tree; 0 before the root is evaluated. */
    public int visitCount() {
        return isEvaluated() ? tree.nodes().visits(tree.root()) : 0;
    }

    /** Returns whether there is nothing to do until {@link #deepen} or {@link #advance}. */
    public boolean isComplete() {
        return isOver() || tree.isComplete();
    }

    /**
     * Adds simulations to the search. Under {@link RootMethod#GUMBEL} they are a schedule of their own.
     *
     * @param simulationCount from 1 to 100,000,000
     * @throws InvalidValueException if the count is out of range
     * @throws IllegalStateException if the game is over, or the search is not complete
     */
    public void deepen(int simulationCount) {
        InvalidValueException.requireWithin("simulation_count", simulationCount, 1, MOST_SIMULATIONS);
        if (isOver()) {
            throw new IllegalStateException("the game is over");
        }
        if (tree.leafCount() > 0 || tree.remaining() > 0) {
            throw new IllegalStateException("the search is not complete");
        }
        withTools(tools -> {
            tree.start(simulationCount, false, tools);
            return simulationCount;
        });
    }

    /**
     * Selects a round of leaves and writes them to rows from {@code row}. Returns their number, which is 0 once all
     * simulations are selected. The first leaf of a new tree is its root.
     *
     * @throws InvalidValueException if there are less rows than {@link SearchSettings#leavesPerRound}
     * @throws IllegalStateException if the game is over, or leaves await their evaluations
     */
    public int select(LeafRows rows, int row) {
        rows.requireRoom(layout(), row, factory.settings().leavesPerRound());
        if (isOver()) {
            throw new IllegalStateException("the game is over");
        }
        if (tree.leafCount() > 0) {
            throw new IllegalStateException("leaves await their evaluations");
        }
        return withTools(tools -> tree.select(tools, rows, row));
    }

    /**
     * Takes the evaluations of all leaves of the round, in order.
     *
     * @param row the row of {@code evaluations} that has the first leaf
     * @throws InvalidValueException if rows are missing, have the wrong size, or have a value that is not allowed; the
     *     message has the row, and nothing changes
     */
    public void expand(Evaluations evaluations, int row) {
        check(evaluations, row);
        withTools(tools -> {
            tree.expand(evaluations, row, tools);
            return row;
        });
    }

    /**
     * Checks the evaluations of all leaves of the round, in order, as {@link #expand} does. Nothing changes.
     *
     * @param row the row of {@code evaluations} that has the first leaf
     * @throws InvalidValueException if rows are missing, have the wrong size, or have a value that is not allowed; the
     *     message has the row
     */
    public void check(Evaluations evaluations, int row) {
        evaluations.requireRows(layout().actionCount(), row, Math.addExact(row, tree.leafCount()));
        withTools(tools -> {
            tree.check(evaluations, row, tools);
            return row;
        });
    }

    /**
     * A move at the root that was visited. {@code value} is for the player who makes it; {@code prior} is its share.
     */
    public record SearchedAction(int action, int visitCount, double value, double prior) {}

    /**
     * Returns the visited moves, best first: by visits, then by prior. Under {@link RootMethod#GUMBEL} the move that
     * the schedule chose comes first. Empty before the root is evaluated.
     */
    public List<SearchedAction> moves() {
        int root = tree.root();
        List<SearchedAction> moves = new ArrayList<>();
        if (root == NodeArena.NONE) {
            return moves;
        }
        NodeArena nodes = tree.nodes();
        for (int index = 0; index < nodes.edgeCount(root); index++) {
            int edge = nodes.edge(root, index);
            if (nodes.edgeVisits(edge) > 0) {
                double prior = NodeArena.prior(nodes.ints, edge) / NodeArena.priorSum(nodes.ints, root);
                moves.add(new SearchedAction(nodes.action(edge), nodes.edgeVisits(edge), nodes.meanValue(edge), prior));
            }
        }
        int chosen = tree.isGumbel() && !moves.isEmpty() ? withTools(tree::bestGumbelAction) : -1;
        moves.sort(Comparator.comparing((SearchedAction move) -> move.action() != chosen)
                .thenComparing(SearchedAction::visitCount, Comparator.reverseOrder())
                .thenComparing(SearchedAction::prior, Comparator.reverseOrder())
                .thenComparing(SearchedAction::action));
        return moves;
    }

    /**
     * Returns the value of the position: the mean of its own evaluation and of all simulations.
     *
     * @throws IllegalStateException if the root is not evaluated
     */
    public double value() {
        if (tree.root() == NodeArena.NONE) {
            throw new IllegalStateException("the position is not evaluated");
        }
        return tree.rootValue();
    }

    /**
     * Returns the policy target of the search, a share for each action.
     *
     * @throws IllegalStateException if no simulation is complete
     */
    public float[] policy() {
        if (tree.root() == NodeArena.NONE || tree.nodes().visits(tree.root()) == 0) {
            throw new IllegalStateException("no simulation is complete");
        }
        return withTools(tools -> {
            tools.policy.compute(tree, tools.completed);
            float[] policy = new float[layout().actionCount()];
            tools.policy.move(0, 0, true).copyPolicy(policy, 0, policy.length);
            return policy;
        });
    }

    /**
     * Returns the principal variation that starts with {@code action}: at each node the most visited action follows.
     *
     * @param maxLength maximum number of moves
     * @return the moves, {@code action} first; empty if it was not visited
     */
    public List<Integer> variation(int action, int maxLength) {
        List<Integer> line = new ArrayList<>();
        NodeArena nodes = tree.nodes();
        int node = tree.root();
        int index = node == NodeArena.NONE ? -1 : nodes.edgeIndexOf(node, action);
        while (index >= 0 && line.size() < maxLength && nodes.edgeVisits(nodes.edge(node, index)) > 0) {
            int edge = nodes.edge(node, index);
            line.add(nodes.action(edge));
            node = nodes.child(edge);
            boolean hasEdges = node != NodeArena.PENDING && !nodes.isTerminal(node) && nodes.edgeCount(node) > 0;
            index = hasEdges ? SearchedPolicy.mostVisited(nodes, node) : -1;
        }
        return line;
    }

    /** Returns the number of nodes in the tree. */
    public int nodeCount() {
        return tree.nodes().nodeCount();
    }

    /**
     * Plays a move. Its subtree becomes the tree if the settings say so.
     *
     * @throws InvalidValueException if the action is illegal
     * @throws IllegalStateException if leaves await their evaluations
     */
    public void advance(int action) {
        if (tree.leafCount() > 0) {
            throw new IllegalStateException("leaves await their evaluations");
        }
        Legality legality = legality(action);
        if (!legality.isLegal()) {
            throw InvalidValueException.not("action", action + ", which is " + legality + ",", "a legal action");
        }
        withTools(tools -> {
            tree.advance(action, tools);
            tools.trim();
            return action;
        });
    }

    /** Returns whether {@code action} is legal in the position, and if not, why. Any int is accepted. */
    public Legality legality(int action) {
        if (isOver()) {
            return Legality.EPISODE_OVER;
        }
        return withTools(tools -> {
            tree.takeUp(tools);
            return tree.game().legality(action);
        });
    }

    /**
     * Returns whether another round fits into the longest array that a tree can have.
     *
     * @param simulationCount number of simulations that {@link #deepen} will add before
     */
    public boolean hasRoom(int simulationCount) {
        return tree.hasRoom(simulationCount);
    }

    /** Returns an estimate of the size in memory of the search, in bytes, without what threads need. */
    public long memoryBytes() {
        return MemoryModel.POSITION_SEARCH.bytes(1)
                + tree.memoryBytes(0)
                + tree.nodes().memoryBytes()
                + tree.game().proposalCount() * Game.proposalBytes(tree.game().grid());
    }

    /**
     * Returns the greatest number of bytes by which a round, or a move, may make the search larger.
     *
     * @param simulationCount number of simulations that {@link #deepen} will add before
     */
    public long growthBytes(int simulationCount) {
        return tree.growthBytes(simulationCount) + tree.memoryBytes(1) - tree.memoryBytes(0);
    }

    /** Returns the greatest number of bytes that {@link #advance} needs while it works, apart from growth. */
    public long copyBytes() {
        return tree.nodes().copyBytes();
    }
}
