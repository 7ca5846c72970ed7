package dev.tengen.search;

/**
 * The completed values of a node: the mean values of visited actions, and the mixed value for all others, scaled so
 * that they add to the logits of priors (Danihelka et al. 2022, equations 10 and 33). What mctx calls
 * {@code qtransform_completed_by_mix_value}. Mutable; nothing here allocates after construction. Not thread-safe.
 *
 * <p>The improved policy is the softmax of logits plus completed values. A weight here is its numerator, divided by one
 * number that is the same for all actions of the node.
 */
final class CompletedValues {
    /** The smallest range of values that is scaled to 1, as in mctx. */
    private static final double LEAST_RANGE = 1e-8;

    private final GumbelSettings settings;
    private double mixed;
    private double least;
    private double greatest;
    private double scale;
    private double visitedPrior;
    private double unvisitedPrior;

    CompletedValues(GumbelSettings settings) {
        this.settings = settings;
    }

    /** Computes the values of a node. */
    void compute(NodeArena nodes, int node) {
        int[] a = nodes.ints;
        int count = nodes.edgeCount(node);
        int most = 0;
        int visitedCount = 0;
        double weighted = 0;
        visitedPrior = 0;
        least = Double.POSITIVE_INFINITY;
        greatest = Double.NEGATIVE_INFINITY;
        int edge = a[node + NodeArena.EDGES];
        for (int index = 0; index < count; index++, edge += NodeArena.EDGE_SIZE) {
            int visits = a[edge + NodeArena.EDGE_VISITS];
            if (visits > 0) {
                double value = NodeArena.total(a, edge) / visits;
                double prior = NodeArena.prior(a, edge);
                visitedCount++;
                most = Math.max(most, visits);
                visitedPrior += prior;
                weighted += prior * value;
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        int visits = nodes.visits(node);
        double value = nodes.value(node);
        mixed = visitedCount == 0 ? value : (value + visits * (weighted / visitedPrior)) / (visits + 1);
        if (visitedCount < nodes.actionCount()) {
            least = Math.min(least, mixed);
            greatest = Math.max(greatest, mixed);
        }
        unvisitedPrior = NodeArena.priorSum(a, node) - visitedPrior;
        scale = (settings.maxVisitOffset() + most) * settings.valueScale();
    }

    /** Returns the value of actions without visits before it is scaled. */
    double mixed() {
        return mixed;
    }

    /** Returns the completed value of an action with the mean value {@code value}. */
    double completed(double value) {
        return scale * ((value - least) / Math.max(greatest - least, LEAST_RANGE));
    }

    /** Returns the weight of an action for each unit of its prior, at most 1. */
    double weight(double value) {
        return StrictMath.exp(completed(value) - completed(greatest));
    }

    /** Returns the sum of the priors of actions without visits, illegal ones excluded. */
    double unvisitedPrior() {
        return unvisitedPrior;
    }
}
