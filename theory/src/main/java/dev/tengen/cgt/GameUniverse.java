package dev.tengen.cgt;

import dev.tengen.board.InvalidValueException;
import java.util.Collection;
import java.util.List;

/**
 * Makes combinatorial games, compares and adds them, and takes their temperature.
 *
 * <p>Every game is canonical and made once, so that two games of a universe are equal exactly if they are the same object.
 * A universe belongs to one request: it remembers what it worked out, within its {@link WorkLimits}, and goes with all of
 * it. There is no state outside, so any number of workshops may be at work at once. Not thread-safe itself.
 *
 * <p>Every method that takes games throws {@code IllegalArgumentException} for one of another universe, and every method may
 * throw {@link WorkLimitException}.
 */
public final class GameUniverse {
    private final WorkLimits limits;
    private final StepBudget steps;
    private final GameInterner table;
    private final PartialOrder order;
    private final Canonicalizer reducer;
    private final DisjunctiveSums sums;
    private final TemperatureTheory temperatures;

    /** Makes a universe with the {@linkplain WorkLimits#DEFAULT limits} for one request. */
    public GameUniverse() {
        this(WorkLimits.DEFAULT);
    }

    /** Makes a universe with its own limits. */
    public GameUniverse(WorkLimits limits) {
        this.limits = limits;
        steps = new StepBudget(limits.steps());
        table = new GameInterner(limits);
        order = new PartialOrder(steps, limits.memos());
        reducer = new Canonicalizer(table, order, limits.memos());
        sums = new DisjunctiveSums(table, reducer, steps, limits.memos());
        temperatures = new TemperatureTheory(table, reducer, sums, steps, limits.memos());
    }

    /** Returns how many steps have been taken; the limit is on these. */
    public long stepCount() {
        return steps.count();
    }

    /** Returns how many different games have been made. */
    public int gameCount() {
        return table.size();
    }

    /** Returns the game in which nobody can move. */
    public CanonicalGame zero() {
        return number(Dyadic.ZERO);
    }

    /** Returns the integer {@code value}: so many free moves for Left, or for Right if it is negative. */
    public CanonicalGame integer(long value) {
        return number(Dyadic.of(value));
    }

    /** Returns the number {@code value}. */
    public CanonicalGame number(Dyadic value) {
        steps.take();
        return table.number(value);
    }

    /** Returns the game with these options, in any form; its canonical form may have others. */
    public CanonicalGame game(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        left.forEach(this::check);
        right.forEach(this::check);
        steps.take();
        return reducer.game(left, right);
    }

    /**
     * Returns so many ups plus a nimber: {@code upStar(0, 1)} is star, {@code upStar(-2, 0)} is twice down.
     *
     * @throws InvalidValueException if the nimber is negative
     */
    public CanonicalGame upStar(int ups, int nimber) {
        if (nimber < 0) {
            throw InvalidValueException.outside("nimber", nimber, 0, Integer.MAX_VALUE);
        }
        steps.take();
        return new UpStars(table).upStar(ups, nimber);
    }

    /**
     * Returns tiny {@code threat}, {@code {0||0|-threat}}: above 0, but below every up if the threat is a positive number.
     *
     * @throws InvalidValueException if the threat is not above 0
     */
    public CanonicalGame tiny(CanonicalGame threat) {
        if (relation(threat, zero()) != Relation.GREATER) {
            throw InvalidValueException.not("threat", threat, "above 0");
        }
        CanonicalGame reply = game(List.of(zero()), List.of(negate(threat)));
        return game(List.of(zero()), List.of(reply));
    }

    /** Returns the canonical moves of {@code side} in {@code game}. */
    public List<CanonicalGame> options(CanonicalGame game, Side side) {
        check(game);
        return table.options(game, side);
    }

    /** Returns the sum of two games: a move in it is a move in one of them. */
    public CanonicalGame plus(CanonicalGame g, CanonicalGame h) {
        check(g);
        check(h);
        return sums.sum(g, h);
    }

    /** Returns {@code g} plus the negative of {@code h}. */
    public CanonicalGame minus(CanonicalGame g, CanonicalGame h) {
        return plus(g, negate(h));
    }

    /** Returns {@code game} with the players' moves exchanged. */
    public CanonicalGame negate(CanonicalGame game) {
        check(game);
        return sums.negative(game);
    }

    /** Returns whether {@code g} is less than or equal to {@code h}: Left, to move, does not win {@code g - h}. */
    public boolean isAtMost(CanonicalGame g, CanonicalGame h) {
        check(g);
        check(h);
        return order.isAtMost(g, h);
    }

    /** Returns how {@code g} compares with {@code h}. */
    public Relation relation(CanonicalGame g, CanonicalGame h) {
        return Relation.of(isAtMost(g, h), isAtMost(h, g));
    }

    /** Returns the smallest integer that {@code game} is less than or equal to. */
    public long ceiling(CanonicalGame game) {
        Dyadic ceiling = Dyadic.of(game.stop(Side.LEFT).ceiling());
        return isAtMost(game, number(ceiling))
                ? ceiling.floor()
                : ceiling.plus(Dyadic.ONE).floor();
    }

    /** Returns the largest integer that {@code game} is greater than or equal to. */
    public long floor(CanonicalGame game) {
        Dyadic floor = Dyadic.of(game.stop(Side.RIGHT).floor());
        return isAtMost(number(floor), game)
                ? floor.floor()
                : floor.minus(Dyadic.ONE).floor();
    }

    /** Returns the thermograph of {@code game}, with its mean and temperature. */
    public Thermograph thermograph(CanonicalGame game) {
        check(game);
        return temperatures.thermograph(game);
    }

    /**
     * Returns {@code game} cooled by {@code degrees}: a number stays as it is, a game is its mean above its temperature, and
     * {@code {cooled G^L - degrees | cooled G^R + degrees}} up to it.
     *
     * @throws InvalidValueException if {@code degrees} is negative
     */
    public CanonicalGame cool(CanonicalGame game, Dyadic degrees) {
        check(game);
        checkDegrees(degrees);
        return temperatures.cooled(game, degrees);
    }

    /**
     * Returns {@code game} heated by {@code degrees}: a number stays as it is, any other game is
     * {@code {heated G^L + degrees | heated G^R - degrees}}. Cooling takes it back.
     *
     * @throws InvalidValueException if {@code degrees} is negative
     */
    public CanonicalGame heat(CanonicalGame game, Dyadic degrees) {
        check(game);
        checkDegrees(degrees);
        return temperatures.heated(game, degrees);
    }

    /**
     * Reads a game, or a sum of games, in the usual notation: {@code {3|2||1}}, {@code 2* + {4|0} - 1/2^2*3},
     * {@code Tiny(2)}, {@code ±1}. {@code docs/reference/cgt.md} tells all of it.
     *
     * @throws NotationException if it is none, or nested more than twice as deep as games may be
     */
    public CanonicalGame parse(String text) throws NotationException {
        if (text.length() > limits.characters()) {
            throw new WorkLimitException("characters", limits.characters());
        }
        // An option in braces takes two levels: its side, and itself.
        return GameParser.read(this, text, 2 * limits.depth());
    }

    /** Returns {@code game} in the usual notation, which {@link #parse} reads. Equal games have equal texts everywhere. */
    public String print(CanonicalGame game) {
        check(game);
        return GamePrinter.print(game, limits.characters());
    }

    private void check(CanonicalGame game) {
        if (game.table() != table) {
            throw new IllegalArgumentException("the game " + game + " is from another universe");
        }
    }

    private static void checkDegrees(Dyadic degrees) {
        if (degrees.signum() < 0) {
            throw InvalidValueException.outside("degrees", degrees, 0, Long.MAX_VALUE);
        }
    }
}
