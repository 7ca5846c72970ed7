package dev.tengen.cgt;

import java.util.List;

/** A form that is not a number, and not yet canonical. */
final class UnreducedForm implements GameForm {
    private final List<CanonicalGame> left;
    private final List<CanonicalGame> right;
    private final Dyadic leftStop;
    private final Dyadic rightStop;
    private final BoundedCache<PartialOrder.Query, Boolean> comparisons;

    UnreducedForm(List<CanonicalGame> left, List<CanonicalGame> right, int maxMemos) {
        this.left = left;
        this.right = right;
        this.leftStop = GameForm.stop(Side.LEFT, left);
        this.rightStop = GameForm.stop(Side.RIGHT, right);
        this.comparisons = new BoundedCache<>(maxMemos);
    }

    @Override
    public List<CanonicalGame> options(Side side) {
        return side == Side.LEFT ? left : right;
    }

    @Override
    public Dyadic stop(Side first) {
        return first == Side.LEFT ? leftStop : rightStop;
    }

    /** Returns what is known of how this form compares with others. It goes when the form does. */
    BoundedCache<PartialOrder.Query, Boolean> comparisons() {
        return comparisons;
    }
}
