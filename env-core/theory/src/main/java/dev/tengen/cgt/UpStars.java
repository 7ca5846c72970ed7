package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.List;

/** Creates sums of ups and nimbers, in the canonical forms that {@link NumberUpStar} recognizes. */
final class UpStars {
    private final GameInterner interner;

    UpStars(GameInterner interner) {
        this.interner = interner;
    }

    CanonicalGame upStar(int ups, int nimber) {
        interner.checkDepth(Math.abs((long) ups) + nimber);
        if (ups == 0) {
            return nimber(nimber);
        }
        Side own = ups > 0 ? Side.LEFT : Side.RIGHT;
        // Each up changes the nimber of its option by one star.
        int last = Math.abs(ups);
        CanonicalGame sum = oneUp(own, (last - 1) % 2 == 0 ? nimber : nimber ^ 1);
        for (int count = 2; count <= last; count++) {
            sum = game(own, List.of(zero()), List.of(sum));
        }
        return sum;
    }

    private CanonicalGame oneUp(Side own, int nimber) {
        return nimber == 1
                ? game(own, List.of(zero(), nimber(1)), List.of(zero()))
                : game(own, List.of(zero()), List.of(nimber(nimber ^ 1)));
    }

    private CanonicalGame nimber(int nimber) {
        CanonicalGame last = zero();
        List<CanonicalGame> smaller = new ArrayList<>();
        for (int count = 1; count <= nimber; count++) {
            smaller.add(last);
            last = interner.game(smaller, smaller);
        }
        return last;
    }

    private CanonicalGame game(Side own, List<CanonicalGame> options, List<CanonicalGame> others) {
        return own == Side.LEFT ? interner.game(options, others) : interner.game(others, options);
    }

    private CanonicalGame zero() {
        return interner.number(Dyadic.ZERO);
    }
}
