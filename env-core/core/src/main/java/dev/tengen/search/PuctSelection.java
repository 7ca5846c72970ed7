package dev.tengen.search;

/** Selects actions by PUCT; {@link PuctSettings} has the formula. Immutable; nothing here allocates. */
final class PuctSelection {
    /*
     * All actions without an edge have the same value, so only the one with the greatest prior competes. A score and
     * what breaks ties are one number, so that a maximum without branches finds the edge: these branches mispredict.
     * Scores are compared as floats, and equal ones by their actions, the lower one first.
     */

    /** The result of {@link #select} for the best action without an edge. */
    static final int NEW_EDGE = NodeArena.LOW;

    private final Exploration exploration;

    PuctSelection(PuctSettings settings) {
        exploration = new Exploration(settings);
    }

    /**
     * Returns the index of the selected edge, or {@link #NEW_EDGE}.
     *
     * @param reduction the reduction of the value of first plays
     * @param forcedPlayoutFactor the factor of forced playouts, 0 for none
     */
    int select(NodeArena nodes, int node, double reduction, double forcedPlayoutFactor) {
        int next = nodes.next(node);
        int[] a = nodes.ints;
        int visits = a[node + NodeArena.VISITS];
        double priorSum = NodeArena.priorSum(a, node);
        double factor = exploration.factor(visits) / priorSum;
        double forced = forcedPlayoutFactor * visits / priorSum;
        double total = 0;
        double visitedPrior = 0;
        long best = Long.MIN_VALUE;
        int count = a[node + NodeArena.COUNT] & NodeArena.LOW;
        int edge = a[node + NodeArena.EDGES];
        for (int index = 0; index < count; index++, edge += NodeArena.EDGE_SIZE) {
            int edgeVisits = a[edge + NodeArena.EDGE_VISITS];
            double edgeTotal = NodeArena.total(a, edge);
            double prior = NodeArena.prior(a, edge);
            double score = edgeTotal / edgeVisits + prior * factor / (1 + edgeVisits);
            score = (double) edgeVisits * edgeVisits < forced * prior ? Double.POSITIVE_INFINITY : score;
            total += edgeTotal;
            visitedPrior += prior;
            best = Math.max(best, key(score, a[edge + NodeArena.ACTION] >>> 16, index));
        }
        if (next != NodeArena.NO_NEXT) {
            double mean = (Float.intBitsToFloat(a[node + NodeArena.VALUE]) + total) / (1 + visits);
            double value = mean - reduction * Math.sqrt(visitedPrior / priorSum);
            double score = value + PriorCode.prior(next & NodeArena.LOW) * factor;
            best = Math.max(best, key(score, next >>> 16, NEW_EDGE));
        }
        return (int) best & NodeArena.LOW;
    }

    /** Returns the score that {@link #select} gives an edge which is not forced. */
    double score(NodeArena nodes, int node, int edge, double meanValue, int edgeVisits) {
        double factor = exploration.factor(nodes.visits(node)) / NodeArena.priorSum(nodes.ints, node);
        return meanValue + NodeArena.prior(nodes.ints, edge) * factor / (1 + edgeVisits);
    }

    /** Returns a number that is greater for a greater score, and among equal ones for a lower action. */
    private static long key(double score, int action, int index) {
        int bits = Float.floatToRawIntBits((float) score + 0f);
        int ordered = bits ^ (bits >> 31 & Integer.MAX_VALUE);
        return (long) ordered << 32 | (long) (NodeArena.LOW - action) << 16 | index;
    }
}
