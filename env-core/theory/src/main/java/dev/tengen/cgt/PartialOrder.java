package dev.tengen.cgt;

/** The partial order of games. */
final class PartialOrder {
    /*
     * Conway's definition: G <= H unless some G^L >= H or some H^R <= G. It decides whether Left, moving first, can win
     * G - H: she moves in G to a G^L that is at least H, or in -H to an H^R that is at most G.
     *
     * Stops answer most queries at once. If G <= H, then no stop of G is above that of H. If the left stop of G is
     * below the right stop of H, then G < H. For two numbers the stops decide everything.
     */
    private final StepBudget steps;
    private final BoundedCache<Query, Boolean> comparisons;

    PartialOrder(StepBudget steps, int maxCacheEntries) {
        this.steps = steps;
        this.comparisons = new BoundedCache<>(maxCacheEntries);
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
        return cacheFor(g, h).get(new Query(g, h), this::isAtMostByDefinition);
    }

    /** Returns whether {@code a} is at least as good as {@code b} for {@code side}. */
    boolean isAsGood(Side side, GameForm a, GameForm b) {
        return side == Side.LEFT ? isAtMost(b, a) : isAtMost(a, b);
    }

    private boolean isAtMostByDefinition(Query query) {
        GameForm g = query.g;
        GameForm h = query.h;
        // Loops instead of streams: the recursion is as deep as both games together, and a stream takes ten times the
        // stack.
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

    private BoundedCache<Query, Boolean> cacheFor(GameForm g, GameForm h) {
        if (g instanceof UnreducedForm form) {
            return form.comparisons();
        }
        return h instanceof UnreducedForm form ? form.comparisons() : comparisons;
    }

    /** The query whether {@code g} is at most {@code h}. Forms are compared by identity. */
    record Query(GameForm g, GameForm h) {}
}
