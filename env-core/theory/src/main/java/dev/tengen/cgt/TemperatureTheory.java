package dev.tengen.cgt;

import java.util.List;
import java.util.function.UnaryOperator;

/** Computes thermographs, cooled games and heated games (Winning Ways, chapter 6). */
final class TemperatureTheory {
    private final Canonicalizer canonicalizer;
    private final DisjunctiveSums sums;
    private final GameInterner interner;
    private final StepBudget steps;
    private final BoundedCache<CanonicalGame, Thermograph> thermographs;
    private final BoundedCache<Change, CanonicalGame> cooled;
    private final BoundedCache<Change, CanonicalGame> heated;

    TemperatureTheory(
            GameInterner interner,
            Canonicalizer canonicalizer,
            DisjunctiveSums sums,
            StepBudget steps,
            int maxCacheEntries) {
        this.interner = interner;
        this.canonicalizer = canonicalizer;
        this.sums = sums;
        this.steps = steps;
        this.thermographs = new BoundedCache<>(maxCacheEntries);
        this.cooled = new BoundedCache<>(maxCacheEntries);
        this.heated = new BoundedCache<>(maxCacheEntries);
    }

    /** Returns the thermograph of {@code game}. */
    Thermograph thermograph(CanonicalGame game) {
        if (game.isNumber()) {
            return Thermograph.of(game.stop(Side.LEFT));
        }
        return thermographs.get(game, key -> Thermograph.of(scaffold(Side.LEFT, key), scaffold(Side.RIGHT, key)));
    }

    private ThermographWall scaffold(Side side, CanonicalGame game) {
        ThermographWall best = answeredWall(side, game.options(side).get(0));
        for (CanonicalGame option : game.options(side)) {
            ThermographWall wall = answeredWall(side, option);
            // The bends of each wall are looked up in the other wall.
            long bends = (long) wall.pieces().size() + best.pieces().size();
            steps.take(bends * bends);
            best = side == Side.LEFT ? ThermographWall.max(best, wall) : ThermographWall.min(best, wall);
        }
        return best.tilted(side == Side.LEFT ? -1 : 1);
    }

    /** Returns the wall of {@code option} after {@code side} moved to it, when it is the opponent's turn. */
    private ThermographWall answeredWall(Side side, CanonicalGame option) {
        Thermograph thermograph = thermograph(option);
        return side == Side.LEFT ? thermograph.right() : thermograph.left();
    }

    /**
     * Returns {@code game} cooled by {@code degrees}: each move costs a tax of this size, until neither player wants to
     * move.
     *
     * <p>A number is unchanged. Above its temperature, a game becomes its mean; up to it, {@code {cooled G^L - degrees
     * | cooled G^R + degrees}}.
     */
    CanonicalGame cooled(CanonicalGame game, Dyadic degrees) {
        if (game.isNumber()) {
            return game;
        }
        return cooled.get(new Change(game, degrees), this::computeCooled);
    }

    private CanonicalGame computeCooled(Change change) {
        steps.take();
        Thermograph thermograph = thermograph(change.game);
        if (change.degrees.compareTo(thermograph.temperature()) > 0) {
            return interner.number(thermograph.mean());
        }
        return changed(change.game, change.degrees.negate(), option -> cooled(option, change.degrees));
    }

    /**
     * Returns {@code game} heated by {@code degrees}: each move earns this amount. A number is unchanged. Any other
     * game becomes {@code {heated G^L + degrees | heated G^R - degrees}}.
     */
    CanonicalGame heated(CanonicalGame game, Dyadic degrees) {
        if (game.isNumber()) {
            return game;
        }
        return heated.get(new Change(game, degrees), this::computeHeated);
    }

    private CanonicalGame computeHeated(Change change) {
        steps.take();
        return changed(change.game, change.degrees, option -> heated(option, change.degrees));
    }

    /**
     * Returns the game whose options are changed by {@code change}, where each move also earns its player
     * {@code earnings}.
     */
    private CanonicalGame changed(CanonicalGame game, Dyadic earnings, UnaryOperator<CanonicalGame> change) {
        CanonicalGame gain = interner.number(earnings);
        CanonicalGame loss = interner.number(earnings.negate());
        List<CanonicalGame> left = game.options(Side.LEFT).stream()
                .map(option -> sums.sum(change.apply(option), gain))
                .toList();
        List<CanonicalGame> right = game.options(Side.RIGHT).stream()
                .map(option -> sums.sum(change.apply(option), loss))
                .toList();
        return canonicalizer.game(left, right);
    }

    /** A game to cool or heat, and by how much. */
    private record Change(CanonicalGame game, Dyadic degrees) {}
}
