package dev.tengen.cgt;

/** The order of games. */
final class PartialOrder {
    /*
     * The definition (Conway): G <= H unless some G^L >= H or some H^R <= G. It asks whether Left, to move, can win G - H:
     * she moves in G to a G^L that is at least H, or in -H to an H^R that is at most G.
     *
     * Stops answer most questions at once: if G <= H, then no stop of G is above that of H; and if the left stop of G is
     * below the right stop of H, then G < H. For two numbers nothing is left to ask but whether they are the same.
     */
    private final StepBudget steps;
    private final BoundedCache<Query, Boolean> comparisons;

    PartialOrder(StepBudget steps, int maxMemos) {
        this.steps = steps;
        this.comparisons = new BoundedCache<>(maxMemos);
    }

    /** Returns whether {@code g} is less than or equal to {@code h}. */
    boolean isAtMost(GameForm g, GameForm h) {
        if (g == h) {
            return true;
        }
        steps.take();
        if (g.stop(Side.LEFT).compareTo(h.stop(Side.RIGHT)) < 0) {
            return true;
        }
        if (g.stop(Side.LEFT).compareTo(h.stop(Side.LEFT)) > 0
                || g.stop(Side.RIGHT).compareTo(h.stop(Side.RIGHT)) > 0) {
            return false;
        }
        return memo(g, h).get(new Query(g, h), this::isAtMostByDefinition);
    }

    /** Returns whether {@code side} likes {@code a} at least as well as {@code b}. */
    boolean isAsGood(Side side, GameForm a, GameForm b) {
        return side == Side.LEFT ? isAtMost(b, a) : isAtMost(a, b);
    }

    private boolean isAtMostByDefinition(Query query) {
        GameForm g = query.g;
        GameForm h = query.h;
        // Loops, not streams: this is as deep as both games together, and a stream takes ten times the stack.
        for (CanonicalGame gl : g.options(Side.LEFT)) {
            if (isAtMost(h, gl)) {
                return false;
            }
        }
        for (CanonicalGame hr : h.options(Side.RIGHT)) {
            if (isAtMost(hr, g)) {
                return false;
            }
        }
        return true;
    }

    private BoundedCache<Query, Boolean> memo(GameForm g, GameForm h) {
        if (g instanceof UnreducedForm form) {
            return form.comparisons();
        }
        return h instanceof UnreducedForm form ? form.comparisons() : comparisons;
    }

    /** Is {@code g} at most {@code h}? Forms are compared by identity. */
    record Query(GameForm g, GameForm h) {}
}
