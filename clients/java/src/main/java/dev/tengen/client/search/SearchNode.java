package dev.tengen.client.search;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A position that a search has visited. Its arrays have a place for each legal action. Not thread-safe. */
final class SearchNode {
    private final long handle;
    private final boolean isOver;
    private final double value;
    private final int[] actions;
    private final double[] priors;
    private final int[] visits;
    private final double[] totals;
    private final @Nullable SearchNode[] children;

    /** Makes a node that is worth {@code value} to the player to move; {@code priors} are those of {@code actions}. */
    SearchNode(long handle, boolean isOver, double value, int[] actions, double[] priors) {
        this.handle = handle;
        this.isOver = isOver;
        this.value = value;
        this.actions = actions;
        this.priors = priors;
        visits = new int[actions.length];
        totals = new double[actions.length];
        children = new SearchNode[actions.length];
    }

    /** An action at a node: a step of the way to a leaf. */
    record Step(SearchNode node, int place) {
        int action() {
            return node.actions[place];
        }

        @Nullable
        SearchNode child() {
            return node.children[place];
        }

        void setChild(SearchNode child) {
            node.children[place] = child;
        }

        /** Counts the action as taken, and as lost until more is known. */
        void lose() {
            node.visits[place]++;
            node.totals[place]--;
        }

        /** Puts {@code result}, that for the player who took the action, in place of the loss. */
        void settle(double result) {
            node.totals[place] += 1 + result;
        }

        /** Makes it as if the action had not been taken. */
        void takeBack() {
            node.visits[place]--;
            node.totals[place]++;
        }
    }

    long handle() {
        return handle;
    }

    boolean isOver() {
        return isOver;
    }

    double value() {
        return value;
    }

    /** Returns how often actions were taken, all together. */
    int visitCount() {
        return Arrays.stream(visits).sum();
    }

    /** Returns how often {@code action} was taken. */
    int visitCount(int action) {
        int place = Arrays.binarySearch(actions, action);
        return place < 0 ? 0 : visits[place];
    }

    /** Returns the mean of what visits led to; the node's own value counts once. */
    double meanValue() {
        return (value + Arrays.stream(totals).sum()) / (1 + visitCount());
    }

    /** Returns the step by {@code action}. Throws {@link IllegalArgumentException} where that is illegal. */
    Step step(int action) {
        int place = Arrays.binarySearch(actions, action);
        if (place < 0) {
            throw new IllegalArgumentException("action " + action + " is not one of " + Arrays.toString(actions));
        }
        return new Step(this, place);
    }

    /** Returns the step with the greatest upper bound. */
    Step best(double exploration) {
        double scale = exploration * Math.sqrt(Math.max(visitCount(), 1));
        int best = 0;
        double bestBound = Double.NEGATIVE_INFINITY;
        for (int place = 0; place < actions.length; place++) {
            double mean = totals[place] / Math.max(visits[place], 1);
            double bound = mean + scale * priors[place] / (1 + visits[place]);
            if (bound > bestBound) {
                best = place;
                bestBound = bound;
            }
        }
        return new Step(this, best);
    }

    /** Returns the action taken most often; of several, that with the greatest prior. */
    int mostVisited() {
        if (visitCount() == 0) {
            throw new IllegalStateException("no action was taken; search first, while the episode goes on");
        }
        int best = 0;
        for (int place = 1; place < actions.length; place++) {
            int more = Integer.compare(visits[place], visits[best]);
            if (more > 0 || (more == 0 && priors[place] > priors[best])) {
                best = place;
            }
        }
        return actions[best];
    }
}
