package dev.tengen.cgt;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Computes disjunctive sums and negatives of games. */
final class DisjunctiveSums {
    private final GameInterner interner;
    private final Canonicalizer canonicalizer;
    private final StepBudget steps;
    private final BoundedCache<Pair, CanonicalGame> sums;
    private final BoundedCache<CanonicalGame, CanonicalGame> negatives;

    DisjunctiveSums(GameInterner interner, Canonicalizer canonicalizer, StepBudget steps, int maxCacheEntries) {
        this.interner = interner;
        this.canonicalizer = canonicalizer;
        this.steps = steps;
        this.sums = new BoundedCache<>(maxCacheEntries);
        this.negatives = new BoundedCache<>(maxCacheEntries);
    }

    CanonicalGame sum(CanonicalGame g, CanonicalGame h) {
        steps.take();
        if (g.isNumber() && h.isNumber()) {
            return interner.number(g.stop(Side.LEFT).plus(h.stop(Side.LEFT)));
        }
        if (isZero(g)) {
            return h;
        }
        if (isZero(h)) {
            return g;
        }
        return sums.get(g.id() <= h.id() ? new Pair(g, h) : new Pair(h, g), this::compute);
    }

    private static boolean isZero(CanonicalGame game) {
        return game.isNumber() && game.stop(Side.LEFT).signum() == 0;
    }

    private CanonicalGame compute(Pair pair) {
        CanonicalGame g = pair.g;
        CanonicalGame h = pair.h;
        interner.checkDepth(g.depth() + h.depth());
        if (g.isNumber()) {
            return translated(h, g);
        }
        if (h.isNumber()) {
            return translated(g, h);
        }
        return canonicalizer.game(options(Side.LEFT, g, h), options(Side.RIGHT, g, h));
    }

    /** Returns the sum of a game and a number. By number translation the number is added to all options. */
    private CanonicalGame translated(CanonicalGame game, CanonicalGame number) {
        UnaryOperator<CanonicalGame> translation = option -> sum(option, number);
        return interner.game(
                game.options(Side.LEFT).stream().map(translation).toList(),
                game.options(Side.RIGHT).stream().map(translation).toList());
    }

    private List<CanonicalGame> options(Side side, CanonicalGame g, CanonicalGame h) {
        List<CanonicalGame> options = new ArrayList<>();
        g.options(side).forEach(option -> options.add(sum(option, h)));
        h.options(side).forEach(option -> options.add(sum(g, option)));
        return options;
    }

    CanonicalGame negative(CanonicalGame game) {
        steps.take();
        if (game.isNumber()) {
            return interner.number(game.stop(Side.LEFT).negate());
        }
        return negatives.get(game, this::mirrored);
    }

    private CanonicalGame mirrored(CanonicalGame game) {
        return interner.game(
                game.options(Side.RIGHT).stream().map(this::negative).toList(),
                game.options(Side.LEFT).stream().map(this::negative).toList());
    }

    /** Two games to add. The first has the lower id. */
    private record Pair(CanonicalGame g, CanonicalGame h) {}
}
