package dev.tengen.search;

/**
 * Selects actions below the root so that visits become proportional to the improved policy: the action with the
 * greatest {@code policy(a) - N(a) / (1 + N)} (Danihelka et al. 2022, equation 14). Nothing here allocates after
 * construction. Not thread-safe.
 */
final class GumbelSelection {
    /*
     * All actions without visits have the same completed value. So their part of the improved policy is proportional to
     * their priors: a single exponential stands for all of them, and only the one with the greatest prior competes.
     */
    private final CompletedValues completed;
    private final double[] weights;

    GumbelSelection(CompletedValues completed, int actionCount) {
        this.completed = completed;
        weights = new double[actionCount];
    }

    /** Returns the index of the selected edge, or {@link PuctSelection#NEW_EDGE}. All edges have visits. */
    int select(NodeArena nodes, int node) {
        completed.compute(nodes, node);
        int[] a = nodes.ints;
        int count = nodes.edgeCount(node);
        int first = a[node + NodeArena.EDGES];
        double unvisitedWeight = completed.weight(completed.mixed());
        double sum = completed.unvisitedPrior() * unvisitedWeight;
        for (int index = 0, edge = first; index < count; index++, edge += NodeArena.EDGE_SIZE) {
            double value = NodeArena.total(a, edge) / a[edge + NodeArena.EDGE_VISITS];
            weights[index] = NodeArena.prior(a, edge) * completed.weight(value);
            sum += weights[index];
        }
        int next = nodes.next(node);
        int best = PuctSelection.NEW_EDGE;
        int bestAction = next >>> 16;
        double bestScore = Double.NEGATIVE_INFINITY;
        if (next != NodeArena.NO_NEXT) {
            bestScore = PriorCode.prior(next & NodeArena.LOW) * unvisitedWeight / sum;
        }
        double visits = 1 + nodes.visits(node);
        for (int index = 0, edge = first; index < count; index++, edge += NodeArena.EDGE_SIZE) {
            double score = weights[index] / sum - a[edge + NodeArena.EDGE_VISITS] / visits;
            int action = a[edge + NodeArena.ACTION] >>> 16;
            if (score > bestScore || (score == bestScore && action < bestAction)) {
                best = index;
                bestAction = action;
                bestScore = score;
            }
        }
        return best;
    }
}
