package dev.tengen.cgt;

import dev.tengen.base.InvalidValueException;
import java.util.Collection;
import java.util.List;

/**
 * Creates combinatorial games, compares and adds them, and computes their temperature.
 *
 * <p>Every game is canonical and is created once (interned), so two games of a universe are equal exactly if they are
 * the same object. A universe belongs to one request: it caches its results within its {@link WorkLimits}, and is
 * discarded as a whole. There is no shared state, so any number of universes can work at the same time. One universe is
 * not thread-safe.
 *
 * <p>Every method that takes games throws {@code IllegalArgumentException} if a game is from another universe. Every
 * method may throw {@link WorkLimitException}.
 */
public final class GameUniverse {
    private final WorkLimits limits;
    private final StepBudget steps;
    private final GameInterner interner;
    private final PartialOrder order;
    private final Canonicalizer canonicalizer;
    private final DisjunctiveSums sums;
    private final TemperatureTheory temperatures;

    /** Creates a universe with the {@linkplain WorkLimits#DEFAULT limits} for one request. */
    public GameUniverse() {
        this(WorkLimits.DEFAULT);
    }

    /** Creates a universe with the given limits. */
    public GameUniverse(WorkLimits limits) {
        this.limits = limits;
        steps = new StepBudget(limits.steps());
        interner = new GameInterner(limits);
        order = new PartialOrder(steps, limits.cacheEntries());
        canonicalizer = new Canonicalizer(interner, order, limits.cacheEntries());
        sums = new DisjunctiveSums(interner, canonicalizer, steps, limits.cacheEntries());
        temperatures = new TemperatureTheory(interner, canonicalizer, sums, steps, limits.cacheEntries());
    }

    /** Returns the number of steps taken, which {@link WorkLimits#steps} limits. */
    public long stepCount() {
        return steps.count();
    }

    /** Returns the number of different games created. */
    public int gameCount() {
        return interner.size();
    }

    /** Returns the game in which nobody can move. */
    public CanonicalGame zero() {
        return number(Dyadic.ZERO);
    }

    /** Returns the integer {@code value}: this number of free moves for Left, or for Right if it is negative. */
    public CanonicalGame integer(long value) {
        return number(Dyadic.of(value));
    }

    /** Returns the number {@code value}. */
    public CanonicalGame number(Dyadic value) {
        steps.take();
        return interner.number(value);
    }

    /** Returns the game with these options, in any form. Its canonical form may have other options. */
    public CanonicalGame game(Collection<CanonicalGame> left, Collection<CanonicalGame> right) {
        left.forEach(this::check);
        right.forEach(this::check);
        steps.take();
        return canonicalizer.game(left, right);
    }

    /**
     * Returns a multiple of up plus a nimber: {@code upStar(0, 1)} is star, {@code upStar(-2, 0)} is double down.
     *
     * @throws InvalidValueException if the nimber is negative
     */
    public CanonicalGame upStar(int ups, int nimber) {
        if (nimber < 0) {
            throw InvalidValueException.outside("nimber", nimber, 0, Integer.MAX_VALUE);
        }
        steps.take();
        return new UpStars(interner).upStar(ups, nimber);
    }

    /**
     * Returns tiny {@code threat}, {@code {0||0|-threat}}. It is greater than 0, but less than every multiple of up if
     * the threat is a positive number.
     *
     * @throws InvalidValueException if the threat is not greater than 0
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
        return interner.options(game, side);
    }

    /** Returns the disjunctive sum of two games: a move in it is a move in one of them. */
    public CanonicalGame plus(CanonicalGame g, CanonicalGame h) {
        check(g);
        check(h);
        return sums.sum(g, h);
    }

    /** Returns {@code g} plus the negative of {@code h}. */
    public CanonicalGame minus(CanonicalGame g, CanonicalGame h) {
        return plus(g, negate(h));
    }

    /** Returns the negative of {@code game}: the moves of the players are exchanged. */
    public CanonicalGame negate(CanonicalGame game) {
        check(game);
        return sums.negative(game);
    }

    /**
     * Returns the sum of {@code count} copies of {@code game}; if it is negative, of as many copies of the negative.
     */
    public CanonicalGame times(CanonicalGame game, long count) {
        CanonicalGame power = count < 0 ? negate(game) : game;
        CanonicalGame sum = zero();
        // Unsigned, so that the absolute value of Long.MIN_VALUE fits.
        for (long rest = Math.abs(count); rest != 0; rest >>>= 1) {
            if ((rest & 1) != 0) {
                sum = plus(sum, power);
            }
            if (rest != 1) {
                power = plus(power, power);
            }
        }
        return sum;
    }

    /**
     * Returns what each canonical move of {@code side} gains, in the order of {@link #options}: {@code G^L - G} for
     * Left, and {@code G - G^R} for Right. Each one is less than 0 or confused with it.
     */
    public List<CanonicalGame> incentives(CanonicalGame game, Side side) {
        return options(game, side).stream()
                .map(option -> side == Side.LEFT ? minus(option, game) : minus(game, option))
                .toList();
    }

    /** Returns whether {@code g} is less than or equal to {@code h}: Left, moving first, does not win {@code g - h}. */
    public boolean isAtMost(CanonicalGame g, CanonicalGame h) {
        check(g);
        check(h);
        return order.isAtMost(g, h);
    }

    /** Returns the relation of {@code g} to {@code h}. */
    public Relation relation(CanonicalGame g, CanonicalGame h) {
        return Relation.of(isAtMost(g, h), isAtMost(h, g));
    }

    /** Returns the smallest integer that is greater than or equal to {@code game}. */
    public long ceiling(CanonicalGame game) {
        Dyadic ceiling = Dyadic.of(game.stop(Side.LEFT).ceiling());
        return isAtMost(game, number(ceiling))
                ? ceiling.floor()
                : ceiling.plus(Dyadic.ONE).floor();
    }

    /** Returns the largest integer that is less than or equal to {@code game}. */
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
     * Returns {@code game} cooled by {@code degrees}. A number is unchanged. Above its temperature, a game becomes its
     * mean; up to it, {@code {cooled G^L - degrees | cooled G^R + degrees}}.
     *
     * @throws InvalidValueException if {@code degrees} is negative
     */
    public CanonicalGame cool(CanonicalGame game, Dyadic degrees) {
        check(game);
        checkDegrees(degrees);
        return temperatures.cooled(game, degrees);
    }

    /**
     * Returns {@code game} frozen: cooled by its temperature. A number is unchanged; any other game becomes its mean
     * plus an infinitesimal.
     */
    public CanonicalGame freeze(CanonicalGame game) {
        return game.isNumber() ? game : cool(game, thermograph(game).temperature());
    }

    /**
     * Returns {@code game} heated by {@code degrees}. A number is unchanged. Any other game becomes {@code {heated G^L
     * + degrees | heated G^R - degrees}}. Cooling by the same degrees reverses it.
     *
     * @throws InvalidValueException if {@code degrees} is negative
     */
    public CanonicalGame heat(CanonicalGame game, Dyadic degrees) {
        check(game);
        checkDegrees(degrees);
        return temperatures.heated(game, degrees);
    }

    /**
     * Parses a game, or a sum of games, in the usual notation: {@code {3|2||1}}, {@code 2* + {4|0} - 1/2^2*3},
     * {@code Tiny(2)}, {@code ±1} or {@code +-1}, {@code 3.^}. {@code docs/reference/cgt.md} specifies the notation.
     *
     * @throws NotationException if the text is not in this notation, or is nested more than twice as deep as games may
     *     be
     */
    public CanonicalGame parse(String text) throws NotationException {
        if (text.length() > limits.characters()) {
            throw new WorkLimitException("characters", limits.characters());
        }
        // An option in braces takes two levels: its side, and the option itself.
        return GameParser.parse(this, text, 2 * limits.depth());
    }

    /**
     * Returns {@code game} in the usual notation, which {@link #parse} reads. Equal games have equal texts in all
     * universes.
     */
    public String print(CanonicalGame game) {
        check(game);
        return GamePrinter.print(game, limits.characters());
    }

    /**
     * Returns the canonical form of {@code game}: its canonical options in braces, each in the notation of
     * {@link #print}. The form of {@code ^} is <code>{0|*}</code>, the form of 0 is <code>{|}</code>.
     */
    public String printForm(CanonicalGame game) {
        check(game);
        return GamePrinter.printForm(game, options(game, Side.LEFT), options(game, Side.RIGHT), limits.characters());
    }

    private void check(CanonicalGame game) {
        if (game.interner() != interner) {
            throw new IllegalArgumentException("the game " + game + " is from another universe");
        }
    }

    private static void checkDegrees(Dyadic degrees) {
        if (degrees.signum() < 0) {
            throw InvalidValueException.outside("degrees", degrees, 0, Long.MAX_VALUE);
        }
    }
}
