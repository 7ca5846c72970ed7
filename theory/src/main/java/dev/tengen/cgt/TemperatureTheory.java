package dev.tengen.cgt;

import java.util.List;
import java.util.function.UnaryOperator;

/** Thermographs, cooling and heating (Winning Ways, chapter 6). */
final class TemperatureTheory {
    private final Canonicalizer reducer;
    private final DisjunctiveSums sums;
    private final GameInterner table;
    private final StepBudget steps;
    private final BoundedCache<CanonicalGame, Thermograph> thermographs;
    private final BoundedCache<Change, CanonicalGame> cooled;
    private final BoundedCache<Change, CanonicalGame> heated;

    TemperatureTheory(GameInterner table, Canonicalizer reducer, DisjunctiveSums sums, StepBudget steps, int maxMemos) {
        this.table = table;
        this.reducer = reducer;
        this.sums = sums;
        this.steps = steps;
        this.thermographs = new BoundedCache<>(maxMemos);
        this.cooled = new BoundedCache<>(maxMemos);
        this.heated = new BoundedCache<>(maxMemos);
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
            // A bend of one wall is looked for in all of the other.
            long bends = (long) wall.pieces().size() + best.pieces().size();
            steps.take(bends * bends);
            best = side == Side.LEFT ? ThermographWall.max(best, wall) : ThermographWall.min(best, wall);
        }
        return best.tilted(side == Side.LEFT ? -1 : 1);
    }

    /** Returns what {@code option} is worth after {@code side} moved to it, when it is the opponent's turn. */
    private ThermographWall answeredWall(Side side, CanonicalGame option) {
        Thermograph thermograph = thermograph(option);
        return side == Side.LEFT ? thermograph.right() : thermograph.left();
    }

    /**
     * Returns {@code game} cooled by {@code degrees}: each move costs so much, down to where nobody wants to move.
     *
     * <p>A number stays as it is. Above its temperature a game is its mean; up to it, it is
     * {@code {cooled G^L - degrees | cooled G^R + degrees}}.
     */
    CanonicalGame cooled(CanonicalGame game, Dyadic degrees) {
        if (game.isNumber()) {
            return game;
        }
        return cooled.get(new Change(game, degrees), this::workCooled);
    }

    private CanonicalGame workCooled(Change change) {
        steps.take();
        Thermograph thermograph = thermograph(change.game);
        if (change.degrees.compareTo(thermograph.temperature()) > 0) {
            return table.number(thermograph.mean());
        }
        return changed(change.game, change.degrees.negate(), option -> cooled(option, change.degrees));
    }

    /**
     * Returns {@code game} heated by {@code degrees}: each move earns so much. A number stays as it is; any other game is
     * {@code {heated G^L + degrees | heated G^R - degrees}}.
     */
    CanonicalGame heated(CanonicalGame game, Dyadic degrees) {
        if (game.isNumber()) {
            return game;
        }
        return heated.get(new Change(game, degrees), this::workHeated);
    }

    private CanonicalGame workHeated(Change change) {
        steps.take();
        return changed(change.game, change.degrees, option -> heated(option, change.degrees));
    }

    /** Returns the game of changed options after each of which the mover has {@code earnings} more. */
    private CanonicalGame changed(CanonicalGame game, Dyadic earnings, UnaryOperator<CanonicalGame> change) {
        CanonicalGame gain = table.number(earnings);
        CanonicalGame loss = table.number(earnings.negate());
        List<CanonicalGame> left = game.options(Side.LEFT).stream()
                .map(option -> sums.sum(change.apply(option), gain))
                .toList();
        List<CanonicalGame> right = game.options(Side.RIGHT).stream()
                .map(option -> sums.sum(change.apply(option), loss))
                .toList();
        return reducer.game(left, right);
    }

    /** What is to be cooled or heated, and by how much. */
    private record Change(CanonicalGame game, Dyadic degrees) {}
}
