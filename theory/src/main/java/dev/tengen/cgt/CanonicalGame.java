package dev.tengen.cgt;

import java.util.List;
import java.util.Optional;

/**
 * A game in canonical form: no option is dominated, none is reversible, and all options are canonical.
 *
 * <p>Immutable. A {@link GameUniverse} makes each of its games once, so equal games of one universe are the same object. Games
 * of different workshops are never equal.
 */
public final class CanonicalGame implements GameForm {
    private static final int MAX_SHOWN_LENGTH = 200;

    private final GameInterner table;
    private final int id;
    private final boolean number;
    private final List<CanonicalGame> left;
    private final List<CanonicalGame> right;
    private final Dyadic leftStop;
    private final Dyadic rightStop;
    private final int depth;
    private final long birthday;
    private final Optional<NumberUpStar> numberUpStar;

    /** Makes a number. */
    CanonicalGame(GameInterner table, int id, Dyadic value) {
        this.table = table;
        this.id = id;
        this.number = true;
        this.left = List.of();
        this.right = List.of();
        this.leftStop = value;
        this.rightStop = value;
        this.depth = 0;
        // An integer is born on the day of its size; a fraction by halving between two integers.
        this.birthday =
                Math.abs(value.numerator()) / (1L << value.exponent()) + (value.isInteger() ? 0 : 1 + value.exponent());
        this.numberUpStar = Optional.of(new NumberUpStar(value, 0, 0));
    }

    /** Makes a game that is not a number. The options of each side are sorted by id and belong to this game. */
    CanonicalGame(GameInterner table, int id, List<CanonicalGame> left, List<CanonicalGame> right) {
        this.table = table;
        this.id = id;
        this.number = false;
        this.left = left;
        this.right = right;
        this.leftStop = GameForm.stop(Side.LEFT, left);
        this.rightStop = GameForm.stop(Side.RIGHT, right);
        this.depth = depth(left, right);
        this.birthday = 1 + Math.max(latestBirthday(left), latestBirthday(right));
        this.numberUpStar = NumberUpStar.of(left, right);
    }

    /** Returns how many moves the game with these options takes at most until only a number is left. */
    static int depth(List<CanonicalGame> left, List<CanonicalGame> right) {
        int deepest = 0;
        for (CanonicalGame option : left) {
            deepest = Math.max(deepest, option.depth);
        }
        for (CanonicalGame option : right) {
            deepest = Math.max(deepest, option.depth);
        }
        return deepest + 1;
    }

    private static long latestBirthday(List<CanonicalGame> options) {
        return options.stream().mapToLong(CanonicalGame::birthday).max().orElse(0);
    }

    /** Returns whether the game is a number. */
    public boolean isNumber() {
        return number;
    }

    /** Returns whether the game is an integer. */
    public boolean isInteger() {
        return number && leftStop.isInteger();
    }

    /**
     * Returns the number that is reached if {@code first} begins and the players move in turns, each as well as possible,
     * until there is a number. A number is its own stop.
     */
    @Override
    public Dyadic stop(Side first) {
        return first == Side.LEFT ? leftStop : rightStop;
    }

    /** Returns the day on which the game is born: how many moves in a row it has at most, by any player in any order. */
    public long birthday() {
        return birthday;
    }

    /** Returns the moves of {@code side}; none for a number, of which {@link GameUniverse#options} tells them. */
    @Override
    public List<CanonicalGame> options(Side side) {
        return side == Side.LEFT ? left : right;
    }

    /** Returns the usual notation if it has at most 200 characters, else a few words. See {@link GameUniverse#print}. */
    @Override
    public String toString() {
        return GamePrinter.shortened(this, MAX_SHOWN_LENGTH);
    }

    /** Returns the table that has this game. */
    GameInterner table() {
        return table;
    }

    /** Returns the number under which the table has this game. */
    int id() {
        return id;
    }

    /** Returns how many moves the game takes at most until only a number is left; 0 for a number. */
    int depth() {
        return depth;
    }

    /** Returns the game as a sum of a number, ups and a nimber, if it is one. */
    Optional<NumberUpStar> numberUpStar() {
        return numberUpStar;
    }
}
