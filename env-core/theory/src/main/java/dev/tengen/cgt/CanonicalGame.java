package dev.tengen.cgt;

import java.util.List;
import java.util.Optional;

/**
 * A game in canonical form: no option is dominated, no option is reversible, and all options are canonical.
 *
 * <p>Immutable. A {@link GameUniverse} creates each of its games once, so equal games of one universe are the same
 * object. Games of different universes are never equal.
 */
public final class CanonicalGame implements GameForm {
    private static final int MAX_SHOWN_LENGTH = 200;

    private final GameInterner interner;
    private final int id;
    private final boolean number;
    private final List<CanonicalGame> left;
    private final List<CanonicalGame> right;
    private final Dyadic leftStop;
    private final Dyadic rightStop;
    private final int depth;
    private final long birthday;
    private final Optional<NumberUpStar> numberUpStar;

    /** Creates a number. */
    CanonicalGame(GameInterner interner, int id, Dyadic value) {
        this.interner = interner;
        this.id = id;
        this.number = true;
        this.left = List.of();
        this.right = List.of();
        this.leftStop = value;
        this.rightStop = value;
        this.depth = 0;
        // The birthday of an integer is its absolute value. A fraction is reached by halving between two integers.
        this.birthday =
                Math.abs(value.numerator()) / (1L << value.exponent()) + (value.isInteger() ? 0 : 1 + value.exponent());
        this.numberUpStar = Optional.of(new NumberUpStar(value, 0, 0));
    }

    /**
     * Creates a game that is not a number. The options of each side are sorted by id; this game takes ownership of the
     * lists.
     */
    CanonicalGame(GameInterner interner, int id, List<CanonicalGame> left, List<CanonicalGame> right) {
        this.interner = interner;
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

    /** Returns the maximum number of moves in the game with these options until only a number is left. */
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
     * Returns the stop: the number that is reached if {@code first} moves first and the players alternate, each playing
     * as well as possible, until a number is left. The stop of a number is the number itself.
     */
    @Override
    public Dyadic stop(Side first) {
        return first == Side.LEFT ? leftStop : rightStop;
    }

    /** Returns the birthday of the game: the length of its longest sequence of moves, by any player in any order. */
    public long birthday() {
        return birthday;
    }

    /** Returns the kind of the game. */
    public GameKind kind() {
        return GameKind.of(this);
    }

    /** Returns the moves of {@code side}. A number has none here; {@link GameUniverse#options} returns its moves. */
    @Override
    public List<CanonicalGame> options(Side side) {
        return side == Side.LEFT ? left : right;
    }

    /**
     * Returns the usual notation if it has at most 200 characters, otherwise a short description. See
     * {@link GameUniverse#print}.
     */
    @Override
    public String toString() {
        return GamePrinter.shortened(this, MAX_SHOWN_LENGTH);
    }

    /** Returns the interner that holds this game. */
    GameInterner interner() {
        return interner;
    }

    /** Returns the id of this game within its interner. */
    int id() {
        return id;
    }

    /** Returns the maximum number of moves in the game until only a number is left; 0 for a number. */
    int depth() {
        return depth;
    }

    /** Returns the game as a sum of a number, a multiple of up and a nimber; empty if it is no such sum. */
    Optional<NumberUpStar> numberUpStar() {
        return numberUpStar;
    }
}
