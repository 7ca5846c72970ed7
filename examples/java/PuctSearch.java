import dev.tengen.client.TengenClient;
import dev.tengen.client.env.Color;
import dev.tengen.client.env.SessionSpec;
import dev.tengen.client.tree.ForestSpec;
import dev.tengen.client.tree.NodeRows;
import dev.tengen.client.tree.TengenForest;
import dev.tengen.client.tree.TreeRoot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Monte-Carlo tree search by PUCT over trees at a server. Not thread-safe.
 *
 * <p>Each round selects leaves in every tree, expands them with one message, and evaluates them with one call. A
 * virtual loss on the path to a leaf keeps later selections of the round away from it. To fill a batch, search several
 * games at once: that is better than more leaves per tree.
 *
 * <p>{@link #main} lets a search play a game against itself. The packed program contains the client, so this file runs
 * as it is: {@code java -cp clients/cli/target/tengen.jar examples/java/PuctSearch.java}. It needs {@code ./tengen serve}. Its
 * argument is the address of the server.
 */
public final class PuctSearch {
    private final TengenForest forest;
    private final Evaluator evaluator;
    private final double exploration;
    private final int leavesPerRound;

    /**
     * Creates a search in {@code forest}.
     *
     * @param exploration the weight of priors relative to values
     * @param leavesPerRound maximum number of leaves of one tree that are expanded together, at least 1; more of them
     *     fill a batch but make each search less accurate
     * @throws IllegalArgumentException if {@code leavesPerRound} is not positive
     */
    public PuctSearch(TengenForest forest, Evaluator evaluator, double exploration, int leavesPerRound) {
        if (leavesPerRound < 1) {
            throw new IllegalArgumentException("leavesPerRound " + leavesPerRound + " is not 1 or more");
        }
        this.forest = forest;
        this.evaluator = evaluator;
        this.exploration = exploration;
        this.leavesPerRound = leavesPerRound;
    }

    /** Evaluates positions, many at once. A neural network, for example. */
    @FunctionalInterface
    public interface Evaluator {
        /**
         * Returns an evaluation of each of the {@code chosen} rows, in their order. None of their episodes is over.
         *
         * @param rows observations, action masks and more
         * @param chosen the rows to evaluate, at least one
         */
        List<Evaluation> evaluate(NodeRows rows, int[] chosen);
    }

    /**
     * The evaluation of a position.
     *
     * @param priors a number for each action, 0 or more; they need not sum to 1, and those of illegal actions are
     *     ignored
     * @param value the value for the player to move, from -1 to 1
     */
    public record Evaluation(float[] priors, float value) {}

    /** Plays a game on 5x5 and prints it. */
    public static void main(String[] args) {
        play(args.length > 0 ? args[0] : "127.0.0.1:9019");
    }

    private static void play(String address) {
        try (TengenClient client = TengenClient.connect(address);
                TengenForest forest = client.openForest(
                        ForestSpec.builder(5, 5).encodings("alphazero-17").build())) {
            PuctSearch search = new PuctSearch(forest, PuctSearch::countStones, 1.25, 8);
            Tree tree = search.plant(TreeRoot.of(SessionSpec.of(5, 5))).get(0);
            for (int move = 1; !tree.isOver(); move++) {
                search.run(List.of(tree), 100);
                int action = tree.bestAction();
                System.out.printf("move %d: %d, value %+.2f%n", move, action, tree.value());
                search.advance(tree, action);
            }
        }
    }

    /** Prefers positions with more stones. Planes 0 and 1 are the stones of the player to move and of the opponent. */
    private static List<Evaluation> countStones(NodeRows rows, int[] chosen) {
        int pointCount = rows.layout().width() * rows.layout().height();
        float[] priors = new float[pointCount + 1];
        Arrays.fill(priors, 1);
        return Arrays.stream(chosen)
                .mapToObj(row -> (float) (stones(rows, row, 0) - stones(rows, row, 1)) / pointCount)
                .map(value -> new Evaluation(priors, value))
                .toList();
    }

    private static int stones(NodeRows rows, int row, int plane) {
        int pointCount = rows.layout().width() * rows.layout().height();
        int start = row * rows.layout().observationByteCount() * Byte.SIZE + plane * pointCount;
        return IntStream.range(start, start + pointCount)
                .map(bit -> rows.observations().get(bit / 8) >>> (7 - bit % 8) & 1)
                .sum();
    }

    /** Plants a tree for each root and evaluates the roots. */
    public List<Tree> plant(TreeRoot... roots) {
        return evaluate(forest.plant(roots)).stream().map(Tree::new).toList();
    }

    /** Runs {@code visitCount} simulations in each tree whose episode is not over. */
    public void run(List<Tree> trees, int visitCount) {
        Map<Tree, Integer> left = new LinkedHashMap<>();
        trees.stream().filter(tree -> !tree.isOver()).forEach(tree -> left.put(tree, visitCount));
        while (left.values().stream().anyMatch(count -> count > 0)) {
            List<List<Step>> paths = new ArrayList<>();
            left.replaceAll((tree, count) -> count - select(tree.root, Math.min(count, leavesPerRound), paths));
            expand(paths);
        }
    }

    /** Adds paths to leaves. Returns the number of simulations, those that reached the end of an episode included. */
    private int select(Node root, int count, List<List<Step>> paths) {
        Set<Step> selected = new HashSet<>();
        for (int simulation = 0; simulation < count; simulation++) {
            List<Step> path = new ArrayList<>();
            @Nullable Node end = descend(root, path);
            if (end != null) {
                backUp(path, end.value);
            } else if (selected.add(path.get(path.size() - 1))) {
                paths.add(path);
            } else {
                // The leaf is selected already. Its value must be known before there is more to select.
                path.forEach(Step::undoVirtualLoss);
                return simulation;
            }
        }
        return count;
    }

    /** Fills {@code path} with the steps to a leaf, or to the end of an episode, which it returns. */
    private @Nullable Node descend(Node root, List<Step> path) {
        @Nullable Node node = root;
        while (node != null && !node.isOver) {
            Step step = node.select(exploration);
            step.addVirtualLoss();
            path.add(step);
            node = step.child();
        }
        return node;
    }

    private void expand(List<List<Step>> paths) {
        if (paths.isEmpty()) {
            return;
        }
        List<Step> last = paths.stream().map(path -> path.get(path.size() - 1)).toList();
        List<Node> nodes;
        try {
            nodes = evaluate(forest.expand(
                    last.stream().mapToLong(step -> step.node.handle).toArray(),
                    last.stream().mapToInt(Step::action).toArray()));
        } catch (RuntimeException e) {
            paths.forEach(path -> path.forEach(Step::undoVirtualLoss));
            throw e;
        }
        for (int leaf = 0; leaf < nodes.size(); leaf++) {
            last.get(leaf).setChild(nodes.get(leaf));
            backUp(paths.get(leaf), nodes.get(leaf).value);
        }
    }

    /** Replaces the virtual losses on a path by the value of its end. */
    private static void backUp(List<Step> path, double value) {
        double result = value;
        for (int step = path.size() - 1; step >= 0; step--) {
            result = -result;
            path.get(step).settle(result);
        }
    }

    private List<Node> evaluate(NodeRows rows) {
        int[] open = IntStream.range(0, rows.rowCount())
                .filter(row -> !rows.isOver(row))
                .toArray();
        List<Evaluation> evaluations = open.length == 0 ? List.of() : evaluator.evaluate(rows, open);
        List<Node> nodes = new ArrayList<>();
        int next = 0;
        for (int row = 0; row < rows.rowCount(); row++) {
            nodes.add(rows.isOver(row) ? terminalNode(rows, row) : node(rows, row, evaluations.get(next++)));
        }
        return nodes;
    }

    /** Returns a node where the episode is over. Its value is the result; 0 for a tie and for no result. */
    private static Node terminalNode(NodeRows rows, int row) {
        Color winner = rows.winner(row);
        double value = winner == Color.NONE ? 0 : winner == rows.playerToMove(row) ? 1 : -1;
        return new Node(rows.handle(row), true, value, new int[0], new double[0]);
    }

    private static Node node(NodeRows rows, int row, Evaluation evaluation) {
        int[] actions = IntStream.range(0, evaluation.priors.length)
                .filter(action -> rows.isLegal(row, action))
                .toArray();
        double[] priors = Arrays.stream(actions)
                .mapToDouble(action -> evaluation.priors[action])
                .toArray();
        double sum = Arrays.stream(priors).sum();
        Arrays.setAll(priors, index -> sum > 0 ? priors[index] / sum : 1.0 / priors.length);
        return new Node(rows.handle(row), false, evaluation.value, actions, priors);
    }

    /**
     * Plays a move in {@code tree}: the subtree below it is kept, all other nodes are released.
     *
     * @throws IllegalArgumentException if {@code action} is illegal
     */
    public void advance(Tree tree, int action) {
        Step step = tree.root.step(action);
        Node child = step.child();
        if (child == null) {
            child = evaluate(forest.expand(new long[] {step.node.handle}, new int[] {action}))
                    .get(0);
        }
        forest.reroot(child.handle);
        tree.root = child;
    }

    /** Releases trees. They must not be used afterwards. */
    public void release(Tree... trees) {
        forest.release(Arrays.stream(trees).mapToLong(tree -> tree.root.handle).toArray());
    }

    /** The search tree of one position. */
    public static final class Tree {
        private Node root;

        private Tree(Node root) {
            this.root = root;
        }

        /** Returns whether the episode is over at the root. */
        public boolean isOver() {
            return root.isOver;
        }

        /** Returns the visit count of {@code action} at the root. */
        public int visitCount(int action) {
            int index = Arrays.binarySearch(root.actions, action);
            return index < 0 ? 0 : root.visits[index];
        }

        /** Returns the sum of all visit counts at the root. */
        public int visitCount() {
            return root.visitCount();
        }

        /**
         * Returns the mean value of the root's visits for the player to move. The root's own evaluation counts as one
         * visit.
         */
        public double value() {
            return (root.value + Arrays.stream(root.totals).sum()) / (1 + visitCount());
        }

        /**
         * Returns the action with the highest visit count; of several, the one with the highest prior.
         *
         * @throws IllegalStateException if the root has no visits
         */
        public int bestAction() {
            if (visitCount() == 0) {
                throw new IllegalStateException("the root has no visits; run the search before the episode is over");
            }
            int best = 0;
            for (int index = 1; index < root.actions.length; index++) {
                int more = Integer.compare(root.visits[index], root.visits[best]);
                if (more > 0 || (more == 0 && root.priors[index] > root.priors[best])) {
                    best = index;
                }
            }
            return root.actions[best];
        }
    }

    /** A position. Its arrays have an entry for each legal action. */
    private static final class Node {
        private final long handle;
        private final boolean isOver;
        private final double value;
        private final int[] actions;
        private final double[] priors;
        private final int[] visits;
        private final double[] totals;
        private final @Nullable Node[] children;

        /** Creates a node with {@code value} for the player to move, and the {@code priors} of {@code actions}. */
        private Node(long handle, boolean isOver, double value, int[] actions, double[] priors) {
            this.handle = handle;
            this.isOver = isOver;
            this.value = value;
            this.actions = actions;
            this.priors = priors;
            visits = new int[actions.length];
            totals = new double[actions.length];
            children = new Node[actions.length];
        }

        private int visitCount() {
            return Arrays.stream(visits).sum();
        }

        private Step step(int action) {
            int index = Arrays.binarySearch(actions, action);
            if (index < 0) {
                throw new IllegalArgumentException("action " + action + " is not one of " + Arrays.toString(actions));
            }
            return new Step(this, index);
        }

        /** Returns the step with the highest upper confidence bound. */
        private Step select(double exploration) {
            double scale = exploration * Math.sqrt(Math.max(visitCount(), 1));
            int best = 0;
            double bestBound = Double.NEGATIVE_INFINITY;
            for (int index = 0; index < actions.length; index++) {
                double mean = totals[index] / Math.max(visits[index], 1);
                double bound = mean + scale * priors[index] / (1 + visits[index]);
                if (bound > bestBound) {
                    best = index;
                    bestBound = bound;
                }
            }
            return new Step(this, best);
        }
    }

    /** An action at a node: a step on the path to a leaf. */
    private record Step(Node node, int index) {
        private int action() {
            return node.actions[index];
        }

        private @Nullable Node child() {
            return node.children[index];
        }

        private void setChild(Node child) {
            node.children[index] = child;
        }

        private void addVirtualLoss() {
            node.visits[index]++;
            node.totals[index]--;
        }

        /** Replaces the virtual loss by {@code result}, the value for the player who took the action. */
        private void settle(double result) {
            node.totals[index] += 1 + result;
        }

        private void undoVirtualLoss() {
            node.visits[index]--;
            node.totals[index]++;
        }
    }
}
