package dev.tengen.cgt;

import java.util.List;

/** A game form that is not a number and not yet canonical. */
final class UnreducedForm implements GameForm {
    private final List<CanonicalGame> left;
    private final List<CanonicalGame> right;
    private final Dyadic leftStop;
    private final Dyadic rightStop;
    private final BoundedCache<PartialOrder.Query, Boolean> comparisons;

    UnreducedForm(List<CanonicalGame> left, List<CanonicalGame> right, int maxCacheEntries) {
        this.left = left;
        this.right = right;
        this.leftStop = GameForm.stop(Side.LEFT, left);
        this.rightStop = GameForm.stop(Side.RIGHT, right);
        this.comparisons = new BoundedCache<>(maxCacheEntries);
    }

    @Override
    public List<CanonicalGame> options(Side side) {
        return side == Side.LEFT ? left : right;
    }

    @Override
    public Dyadic stop(Side first) {
        return first == Side.LEFT ? leftStop : rightStop;
    }

    /** Returns the cache of comparisons of this form with others. It is discarded with the form. */
    BoundedCache<PartialOrder.Query, Boolean> comparisons() {
        return comparisons;
    }
}
