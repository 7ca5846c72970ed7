package dev.tengen.search;

import dev.tengen.base.InvalidValueException;
import dev.tengen.base.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * The selection of actions at the root by sequential halving with Gumbel noise, for one search of one tree. Arrays are
 * reused from search to search. Not thread-safe.
 *
 * <p>At its start a search draws a Gumbel number for each legal action and considers the actions with the greatest sums
 * of number and logit, which is a draw without replacement. The leaves of one round belong to one pass of the schedule,
 * so they lie below different actions and no virtual loss is needed: until a leaf is evaluated, the values are those
 * without it. With one leaf in a round, this is the selection of mctx.
 */
final class GumbelRoot {
    /** The least score, as in mctx. */
    private static final double LEAST_SCORE = -1e9;

    private static final int NO_EDGE = -1;

    private final SequentialHalving schedule = new SequentialHalving();
    private int simulationCount;
    private int count;
    private final int[] actions;

    /** Gumbel number plus logit, less the greatest logit. */
    private final double[] sums;

    private final int[] visits;
    private final int[] edges;

    GumbelRoot(GumbelSettings settings, int actionCount) {
        int most = Math.min(settings.maxConsideredActions(), actionCount);
        actions = new int[most];
        sums = new double[most];
        visits = new int[most];
        edges = new int[most];
    }

    /** Starts a search of {@code total} simulations. {@code codes} is scratch space for all actions. */
    void start(NodeArena nodes, int root, int total, double gumbelScale, SplitMix64 random, int[] codes) {
        RootPriors.copyCodes(nodes, root, codes);
        double greatest = Double.NEGATIVE_INFINITY;
        for (int code : codes) {
            greatest = code == PriorCode.NONE ? greatest : Math.max(greatest, PriorCode.log(code));
        }
        count = 0;
        for (int action = 0; action < codes.length; action++) {
            if (codes[action] != PriorCode.NONE) {
                double noise = gumbelScale == 0 ? 0 : gumbelScale * Draws.gumbel(random);
                consider(action, noise + (PriorCode.log(codes[action]) - greatest));
            }
        }
        begin(nodes, root, total);
    }

    /** Keeps an action if its sum is among the greatest. Equal sums keep the lower action. */
    private void consider(int action, double sum) {
        if (count == actions.length && sum <= sums[count - 1]) {
            return;
        }
        int at = count < actions.length ? count++ : count - 1;
        for (; at > 0 && sums[at - 1] < sum; at--) {
            actions[at] = actions[at - 1];
            sums[at] = sums[at - 1];
        }
        actions[at] = action;
        sums[at] = sum;
    }

    private void begin(NodeArena nodes, int root, int total) {
        simulationCount = total;
        schedule.start(count, total);
        for (int i = 0; i < count; i++) {
            visits[i] = 0;
            edges[i] = nodes.edgeIndexOf(root, actions[i]);
        }
    }

    /** Returns the number of simulations before the end of the pass. */
    int leftInPass() {
        return schedule.leftInPass();
    }

    /** Counts the next simulation, and returns the index of its edge, which is added if there is none. */
    int select(NodeArena nodes, int root, CompletedValues completed) {
        int best = best(nodes, root, completed, schedule.visits());
        schedule.advance();
        visits[best]++;
        if (edges[best] == NO_EDGE) {
            edges[best] = nodes.addEdge(root, actions[best]);
        }
        return edges[best];
    }

    /** Returns the action to play: the best of those with the most visits in this search. */
    int bestAction(NodeArena nodes, int root, CompletedValues completed) {
        int most = 0;
        for (int i = 0; i < count; i++) {
            most = Math.max(most, visits[i]);
        }
        return actions[best(nodes, root, completed, most)];
    }

    /** Returns the best considered action, by its index, among those with {@code visitCount} visits. */
    private int best(NodeArena nodes, int root, CompletedValues completed, int visitCount) {
        completed.compute(nodes, root);
        int best = 0;
        double bestScore = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < count; i++) {
            if (visits[i] == visitCount) {
                double score = Math.max(LEAST_SCORE, sums[i] + completed.completed(value(nodes, root, i, completed)));
                if (score > bestScore || (score == bestScore && actions[i] < actions[best])) {
                    best = i;
                    bestScore = score;
                }
            }
        }
        return best;
    }

    private double value(NodeArena nodes, int root, int index, CompletedValues completed) {
        if (edges[index] == NO_EDGE) {
            return completed.mixed();
        }
        int edge = nodes.edge(root, edges[index]);
        return nodes.edgeVisits(edge) == 0 ? completed.mixed() : nodes.meanValue(edge);
    }

    /** Returns the state of the search, for {@link #restore}. */
    GumbelState state() {
        List<GumbelState.Considered> considered = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            considered.add(new GumbelState.Considered(actions[i], sums[i], visits[i]));
        }
        return new GumbelState(simulationCount, considered);
    }

    /**
     * Continues a search from {@code state}.
     *
     * @throws InvalidValueException if the state is not one of a search at this root
     */
    void restore(NodeArena nodes, int root, GumbelState state) {
        count = state.considered().size();
        boolean isPossible = count >= 1 && count <= actions.length;
        if (!isPossible || !areLegal(nodes, root, state.considered())) {
            throw InvalidValueException.not("slot_state", "with other actions", "the state of a search at its root");
        }
        for (int i = 0; i < count; i++) {
            actions[i] = state.considered().get(i).action();
            sums[i] = state.considered().get(i).sum();
        }
        begin(nodes, root, state.simulationCount());
        for (int i = 0; i < count; i++) {
            visits[i] = state.considered().get(i).visits();
            for (int visit = 0; visit < visits[i]; visit++) {
                schedule.advance();
            }
        }
    }

    private static boolean areLegal(NodeArena nodes, int root, List<GumbelState.Considered> considered) {
        for (GumbelState.Considered each : considered) {
            int action = each.action();
            boolean isLegal = action < nodes.actionCount()
                    && (nodes.priorWithoutEdge(root, action) != PriorCode.NONE || nodes.edgeIndexOf(root, action) >= 0);
            if (!isLegal) {
                return false;
            }
        }
        return considered.stream()
                        .map(GumbelState.Considered::action)
                        .distinct()
                        .count()
                == considered.size();
    }
}
