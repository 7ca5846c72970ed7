package dev.tengen.search;

import dev.tengen.base.SplitMix64;

/**
 * What a complete search says about the moves at the root: the policy target, and the move to play. Nothing here
 * allocates after construction. Not thread-safe.
 *
 * <p>Under {@link RootMethod#PUCT} the target is the share of visits, without those that only forced playouts caused.
 * Under {@link RootMethod#GUMBEL} it is the improved policy over all legal actions.
 */
final class SearchedPolicy {
    private final int[] codes;
    private final int[] actions;

    /** Visits, or shares that sum up to 1. */
    private final double[] weights;

    private double sum;
    private int count;

    SearchedPolicy(int actionCount) {
        codes = new int[actionCount];
        actions = new int[actionCount];
        weights = new double[actionCount];
    }

    /** Returns a move with this target. */
    SearchedMove move(int action, float rootValue, boolean isFull) {
        short[] policyActions = new short[count];
        float[] policyShares = new float[count];
        for (int index = 0; index < count; index++) {
            policyActions[index] = (short) actions[index];
            policyShares[index] = (float) (weights[index] / sum);
        }
        return new SearchedMove(action, rootValue, isFull, policyActions, policyShares);
    }

    /** Computes the target from a tree with a complete search. */
    void compute(SearchTree tree, CompletedValues completed) {
        count = 0;
        sum = 0;
        if (tree.isGumbel()) {
            improve(tree.nodes(), tree.root(), completed);
        } else {
            countVisits(tree);
        }
    }

    private void add(int action, double weight) {
        if (weight > 0) {
            actions[count] = action;
            weights[count++] = weight;
            sum += weight;
        }
    }

    private void improve(NodeArena nodes, int root, CompletedValues completed) {
        completed.compute(nodes, root);
        RootPriors.copyCodes(nodes, root, codes);
        double unvisitedWeight = completed.weight(completed.mixed());
        for (int action = 0; action < codes.length; action++) {
            if (codes[action] != PriorCode.NONE) {
                int index = nodes.edgeIndexOf(root, action);
                double weight =
                        index < 0 ? unvisitedWeight : completed.weight(nodes.meanValue(nodes.edge(root, index)));
                add(action, PriorCode.prior(codes[action]) * weight);
            }
        }
    }

    private void countVisits(SearchTree tree) {
        NodeArena nodes = tree.nodes();
        int root = tree.root();
        double factor = tree.forcedPlayoutFactor();
        int best = mostVisited(nodes, root);
        for (int index = 0; index < nodes.edgeCount(root); index++) {
            int edge = nodes.edge(root, index);
            boolean mayPrune = factor > 0 && index != best;
            add(
                    nodes.action(edge),
                    mayPrune ? pruned(tree, edge, nodes.edge(root, best), factor) : nodes.edgeVisits(edge));
        }
    }

    /** Returns the index of the edge with the most visits; of several, the one with the greatest prior. */
    static int mostVisited(NodeArena nodes, int root) {
        int best = 0;
        for (int index = 1; index < nodes.edgeCount(root); index++) {
            int edge = nodes.edge(root, index);
            int bestEdge = nodes.edge(root, best);
            int more = Integer.compare(nodes.edgeVisits(edge), nodes.edgeVisits(bestEdge));
            if (more == 0) {
                more = Integer.compare(nodes.priorCode(edge), nodes.priorCode(bestEdge));
            }
            if (more > 0 || (more == 0 && nodes.action(edge) < nodes.action(bestEdge))) {
                best = index;
            }
        }
        return best;
    }

    /**
     * Returns the visits of an edge without those that were forced (Wu 2019, section 3.2): as many as forced playouts
     * may have caused, as long as the score of the edge stays below that of the best. An edge that keeps only one of
     * its visits loses it.
     */
    private static int pruned(SearchTree tree, int edge, int bestEdge, double factor) {
        NodeArena nodes = tree.nodes();
        int visits = nodes.edgeVisits(edge);
        double share = NodeArena.prior(nodes.ints, edge) / NodeArena.priorSum(nodes.ints, tree.root());
        int forced = (int) Math.ceil(Math.sqrt(factor * share * nodes.visits(tree.root())));
        double bestScore = tree.scoreAt(bestEdge, nodes.edgeVisits(bestEdge));
        int kept = visits;
        while (kept > Math.max(0, visits - forced) && tree.scoreAt(edge, kept - 1) < bestScore) {
            kept--;
        }
        return kept == 1 && visits > 1 ? 0 : kept;
    }

    /** Returns an action drawn by shares to the power of {@code 1 / temperature}; the best one at temperature 0. */
    int draw(double temperature, SplitMix64 random) {
        if (temperature == 0) {
            return actions[greatest()];
        }
        double most = weights[greatest()];
        double total = 0;
        for (int index = 0; index < count; index++) {
            total += scaled(index, most, temperature);
        }
        double left = Draws.uniform(random) * total;
        int index = 0;
        for (; index < count - 1; index++) {
            left -= scaled(index, most, temperature);
            if (left < 0) {
                break;
            }
        }
        return actions[index];
    }

    private double scaled(int index, double most, double temperature) {
        double share = weights[index] / most;
        return temperature == 1 ? share : StrictMath.pow(share, 1 / temperature);
    }

    /** Returns the index of the greatest weight; of several, the first, which was visited first. */
    private int greatest() {
        int best = 0;
        for (int index = 1; index < count; index++) {
            if (weights[index] > weights[best]) {
                best = index;
            }
        }
        return best;
    }
}
